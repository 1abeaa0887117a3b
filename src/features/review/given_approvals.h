// The approvals that the record has of a proposal, each held against the text as it is now.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "gates/evidence.h"
#include "workspace/workspace.h"

namespace milepost::review {

struct GivenApproval {
  std::string role, role_title, stage;
  Approval approval;
};

// None where nothing is recorded.
Result<std::vector<GivenApproval>> given_approvals(const Workspace& workspace,
                                                   const std::string& subject);

// As whom the person may approve: ids of roles that a gate waits for, or that give a review.
std::vector<std::string> roles_to_approve_as(const Workspace& workspace, const Card& card,
                                             const std::string& person);

}  // namespace milepost::review
