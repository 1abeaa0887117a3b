// `check --watch`: the check again after every save.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"

namespace milepost::check {

// `saved`: the files that everything is checked because of, where that is not all there are.
using CheckVerb = int (*)(const Arguments&, Console&, const std::vector<std::string>& saved);

// Writes what each check finds as soon as it is done, until the program is interrupted: first of
// all that is asked for, then of the proposals that were saved. Ends with an error when nothing can
// be watched.
int check_on_save(const Arguments& arguments, Console& console, CheckVerb check);

}  // namespace milepost::check
