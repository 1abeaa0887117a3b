// What people have said of a proposal, for those who read it: approvals, held against the text as
// it is, concerns and the hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/proposal_state.h"
#include "workspace/workspace.h"

namespace milepost::review {

struct RecordedApproval {
  std::string role, stage;
  Action action;
  std::string text;                  // the SHA-256 of the text that was approved
  bool valid = true;                 // false: what it covers has changed since
  std::vector<std::string> changes;  // what has, each with how much
};

struct ReviewsGiven {
  std::vector<RecordedApproval> approvals;
  std::vector<ConcernState> concerns;
  std::optional<Action> hold;
};

// `subject` is what the card is called.
Result<ReviewsGiven> reviews_given(const Workspace& workspace, const Card& card,
                                   const std::string& subject);

}  // namespace milepost::review
