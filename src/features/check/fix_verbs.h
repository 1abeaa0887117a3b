// What the verbs that fix findings share.
#pragma once

#include "cli/console.h"
#include "cli/options.h"
#include "features/check/fix.h"

namespace milepost::check {

inline constexpr Option kFixOption{"--fix", "", "", "repair what can be repaired safely"};
inline constexpr Option kUnsafeOption{"--unsafe", "", "",
                                      "with --fix: also repairs that remove or reword text"};
inline constexpr Option kDryRunOption{"--dry-run", "", "",
                                      "with --fix: change nothing, print the changes as a diff"};

// Writes the fixes, or with --dry-run prints them. The exit status when the verb
// is done with that, else nothing: what remains is then to be reported.
std::optional<int> fix(const Result<FixRun>& run, const Arguments& arguments, Console& console);

}  // namespace milepost::check
