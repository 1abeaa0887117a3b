#include "features/review/reviews_given.h"

#include <algorithm>

#include "base/strings.h"
#include "workspace/approvals.h"
#include "workspace/examine.h"

namespace milepost::review {

namespace {

// By the same person, for the same role and stage.
void judge_given(const ApprovalInput& input, GivenApproval& given) {
  for (const Approval& judged : judge_approvals(input, given.role, given.stage)) {
    if (!equal_ignoring_case(judged.by, given.action.by)) continue;
    given.valid = judged.valid;
    given.changes = judged.changes;
  }
}

}  // namespace

Result<ReviewsGiven> reviews_given(const Workspace& workspace, const Card& card) {
  TRY(const auto& record, workspace.record());
  TRY(auto state, record->state_of(card));
  TRY(const auto& judged, workspace.judging());
  ReviewsGiven all;
  const Examined examined = examine({&workspace, &card, true, card.document}, {});
  for (const ApprovalState& approval : state.approvals) {
    GivenApproval given{approval.role, approval.stage, approval.action, approval.text, true, {}};
    if (!examined.proposal) {
      given.valid = false;
    } else {
      const JudgedText text{*examined.proposal, examined.judgement};
      const KeptText kept = [&](const std::string& key) {
        auto found = record->text(key);
        return found ? std::move(*found) : std::nullopt;
      };
      judge_given({workspace.process(), judged->judge, text, state, record->store().sha256(), kept},
                  given);
    }
    all.approvals.push_back(std::move(given));
  }
  all.concerns = std::move(state.concerns);
  all.hold = std::move(state.hold);
  return all;
}

}  // namespace milepost::review
