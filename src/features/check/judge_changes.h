// What a change does to its judge that only shows beside what it does to proposals.
#pragma once

#include <vector>

#include "features/check/change_plan.h"
#include "features/check/judged_change.h"
#include "rules/process_change.h"

namespace milepost::check {

// Who joins a roster and approves a proposal in the same change, and rosters that can no longer
// be read.
std::vector<ProcessChange> roster_changes(const JudgedChange& change, const ChangePlan& plan);

// Other files of configuration below the root, which take their folders out of the process.
std::vector<ProcessChange> inner_config_changes(const ChangePlan& plan);

}  // namespace milepost::check
