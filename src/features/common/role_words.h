// What somebody is through the rosters that they are on, as people say it.
#pragma once

#include <string>
#include <vector>

#include "process/process.h"

namespace milepost {

// "lead of sig-node and sig-storage, production-readiness approver" of "leads/sig-node",
// "leads/sig-storage" and "prr-approvers". A roster that gives no role is left out.
std::string role_words(const Process& process, const std::vector<std::string>& rosters);

}  // namespace milepost
