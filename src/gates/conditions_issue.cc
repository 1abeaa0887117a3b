// Conditions on a tracking issue, and on a status that is agreed to by merging it.
#include <algorithm>

#include <fmt/format.h>

#include "gates/conditions.h"
#include "gates/roles.h"
#include "issue/pull_request.h"

namespace milepost {

void judge_issue(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const Card& card = input.in.card;
  if (has_stages(input.in.process, card.kind)) {
    judge_milestone(input, condition, verdict);
    if (verdict.holds != Holds::kYes) return;
  }
  const auto issue = input.evidence.issue(card);
  verdict.holds = Holds::kUnknown;
  verdict.spot.reset();
  verdict.remedies = {remedy::TrackIssue{called(card)}};
  if (!issue) {
    verdict.message = "whether the tracking issue links to the proposal: it is not in the record";
    return;
  }
  verdict.holds = Holds::kNo;
  verdict.remedies = {remedy::TakeSide{called(card), remedy::Side::kMetadata}};
  if (issue->link && issue->link->empty()) {
    verdict.message = "the tracking issue links to no proposal";
  } else if (issue->link && issue->text_merged && read_pull_request(*issue->link)) {
    verdict.message =
        fmt::format("the tracking issue links to {}, but the proposal is merged", *issue->link);
  } else {
    verdict.holds = Holds::kYes;
    verdict.message = input.step.release.empty()
                          ? "the tracking issue links to the proposal"
                          : fmt::format("the tracking issue is for {} and links to the proposal",
                                        input.step.release);
  }
}

void judge_agreed(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const std::string& status = input.step.to_status;
  const Card& card = input.in.card;
  if (std::ranges::find(condition.names, status) == condition.names.end()) {
    return judge_status(input, condition, verdict);
  }
  const auto approvals = input.evidence.approvals(card, condition.role, input.step.to_stage);
  if (approvals && !approvals->empty()) return judge_approval(input, condition, verdict);
  verdict.merge = true;
  if (status == card.status && input.evidence.is_merged(card)) {
    verdict.holds = Holds::kYes;
    verdict.message = fmt::format("{} is merged", status);
    return;
  }
  verdict.message = fmt::format("{} comes with merging the change", status);
  verdict.remedies = {remedy::Approve{called(card), condition.role, input.step.to_stage}};
}

}  // namespace milepost
