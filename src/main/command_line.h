// The command line of milepost, as completions need it.
#pragma once

#include "base/result.h"
#include "cli/completions.h"

namespace milepost {

// All verbs, and the words known to this program: rules, and what the packs
// built into it have.
Result<CommandLine> whole_command_line();

}  // namespace milepost
