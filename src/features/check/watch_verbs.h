// `check --watch`: the check again after every save.
#pragma once

#include "cli/console.h"
#include "cli/options.h"

namespace milepost::check {

using CheckVerb = int (*)(const Arguments&, Console&);

// Writes what each check says as soon as it is done, until the program is interrupted. Ends with
// an error when nothing can be watched.
int check_on_save(const Arguments& arguments, Console& console, CheckVerb check);

}  // namespace milepost::check
