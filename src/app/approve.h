// The use case behind `milepost approve`: an approval kept in a file, such as the
// one of the production-readiness review.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"

namespace milepost {

struct ApproveRequest {
  std::string directory = ".";
  std::string process;
  std::string subject;
  std::string role;
  std::string stage;   // "" for the proposal's own
  std::string person;  // who approves, as claimed; "": whom git names
};

struct ApprovalEdit {
  std::string number, title, stage, review;  // what is approved
  std::string person;                        // by whom
  std::string root;
  std::vector<FileChange> changes;  // none: it is approved by that person already
};

// What would change; nothing when no file keeps approvals of the role. Fails when the
// person may not approve.
Result<std::optional<ApprovalEdit>> plan_approval(const ApproveRequest& request);

}  // namespace milepost
