// MP513 answer-changed: an answer changed after its review.
#include <fmt/format.h>

#include "proposal/approved_text.h"
#include "proposal/card.h"
#include "proposal/facts.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Who approved the stage, without the @.
std::vector<std::string> approvers_of(const ChangeInput& in, const Review& review,
                                      std::string_view stage) {
  std::vector<std::string> approvers;
  for (const ReviewFile* file : in.before->facts.reviews_of(in.before->card)) {
    if (file->review->id != review.id) continue;
    for (const Scalar& person : people_in(in.process, file->approver(stage))) {
      const auto handle = read_handle(person.text);
      approvers.emplace_back(handle ? handle->name : person.text);
    }
  }
  return approvers;
}

}  // namespace

void answer_changed(const ChangeInput& in, Sink& sink) {
  if (!in.before || !in.after || in.after->proposal.document_missing || in.review_changed) return;
  const std::string_view stage = in.before->proposal.metadata->known_stage;
  if (stage.empty() || stage != in.after->proposal.metadata->known_stage) return;
  const Status* status = in.process.find_status(in.after->card.status);
  if (status && status->closed) return;
  for (const Review& review : in.process.reviews) {
    if (review.sections.empty()) continue;
    const auto approvers = approvers_of(in, review, stage);
    if (approvers.empty()) continue;
    const std::vector<std::string> covered =
        changed_sections(covered_text(in.process, text_of(*in.before), review.sections),
                         covered_text(in.process, text_of(*in.after), review.sections));
    if (covered.empty()) continue;
    const TextChange change =
        compare_sections(review.sections, text_of(*in.before), text_of(*in.after));
    const std::vector<std::string>& names = change.any() ? change.sections : covered;
    const std::vector<std::string_view> sections(names.begin(), names.end());
    sink.report(in.after->proposal.document.source(), change.any() ? change.at : Span{},
                fmt::format("the answer to {} changed after the {} for {}; ask {} to look at it "
                            "again",
                            listed(sections), review.title, stage, people(approvers)));
  }
}

}  // namespace milepost
