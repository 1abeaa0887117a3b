#include "features/review/reviews_given.h"

#include <algorithm>

#include "base/strings.h"
#include "features/review/given_approvals.h"

namespace milepost::review {

Result<ReviewsGiven> reviews_given(const Workspace& workspace, const Card& card,
                                   const std::string& subject) {
  TRY(const auto& record, workspace.record());
  TRY(auto state, record->state_of(card));
  TRY(const auto judged, given_approvals(workspace, subject));
  ReviewsGiven all;
  for (const ApprovalState& approval : state.approvals) {
    // What cannot be held against a text does not count.
    RecordedApproval recorded{approval.role, approval.stage, approval.action,
                              approval.text, false,          {}};
    const auto found = std::ranges::find_if(judged, [&](const GivenApproval& given) {
      return given.role == approval.role && given.stage == approval.stage &&
             equal_ignoring_case(given.approval.by, approval.action.by);
    });
    if (found != judged.end()) {
      recorded.valid = found->approval.valid;
      recorded.changes = found->approval.changes;
    }
    all.approvals.push_back(std::move(recorded));
  }
  all.concerns = std::move(state.concerns);
  all.hold = std::move(state.hold);
  return all;
}

}  // namespace milepost::review
