// MP503 review-unapproved: the review names nobody who approved the stage in force.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/need.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// What stands where the approver should, else the stage, else the first line.
Span place_of(const ReviewFile& file, std::string_view stage) {
  if (const YamlNode* approver = file.approver(stage)) {
    return first_line(*file.source, approver->span);
  }
  const YamlEntry* entry = file.yaml->root().find_entry(stage);
  return entry ? entry->key_span : file.source->line(0);
}

}  // namespace

void review_unapproved(const RuleInput& in, Sink& sink) {
  const std::string_view stage = in.judgement.stage;
  if (!in.judgement.stage_said) return;
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    const Review& review = *file->review;
    if (!is_in_place(*file, in.card) || !file->yaml->complete()) continue;
    if (!is_asked(in, review.needed)) continue;
    if (!people_in(in.process, file->approver(stage)).empty()) continue;
    sink.report(
        *file->source, place_of(*file, stage),
        fmt::format("the {} has no approver for {}; enter who approved it", review.title, stage));
  }
}

}  // namespace milepost
