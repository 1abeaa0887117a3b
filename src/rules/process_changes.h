// How one process differs from another that it is to replace: which of the differences ask less
// of proposals, and which files they stand in.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "process/process.h"
#include "rules/process_change.h"

namespace milepost {

// Both are of the same repository; `config` is the name of the file that chooses the process.
// Sources are named as the processes have them.
std::vector<ProcessChange> process_changes(const Process& before, const Process& after,
                                           const std::string& config);

}  // namespace milepost
