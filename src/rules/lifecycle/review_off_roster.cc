// MP504 review-off-roster: who approved a review is not among those who may.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

std::string fault_of(const RuleInput& in, const Review& review, std::string_view person) {
  const auto handle = read_handle(person);
  if (!handle) return fmt::format("\"{}\" is no handle; write it as @name", person);
  if (in.facts.rosters().has(review.roster, handle->name)) return {};
  return fmt::format("@{} is not on {}, the roster of the {}", handle->name, review.roster,
                     review.title);
}

}  // namespace

void review_off_roster(const RuleInput& in, Sink& sink) {
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    const Review& review = *file->review;
    if (!in.facts.rosters().knows(review.roster)) continue;
    for (const std::string& stage : in.process.stage_names()) {
      // Who approved an earlier stage may have left since.
      const bool past = is_closed(in) || stage != in.judgement.stage;
      for (const Scalar& person : people_in(in.process, file->approver(stage))) {
        std::string fault = fault_of(in, review, person.text);
        if (fault.empty()) continue;
        sink.report(past ? Severity::kInfo : Severity::kWarning, *file->source, person.span,
                    std::move(fault));
      }
    }
  }
}

}  // namespace milepost
