// MP504 review-off-roster: who approved a review is not among those who may. Where the
// process is strict about reviews, the stage in force has one approver, whose name is
// written as on the roster.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/need.h"
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

// The one approver of the stage in force, where tools take no other spelling. Nobody is
// MP503's, a list MP506's.
void check_strictly(const RuleInput& in, const ReviewFile& file, const YamlNode& node, Sink& sink) {
  const Review& review = *file.review;
  const std::vector<Scalar> people = people_in(in.process, &node);
  if (people.size() > 1) {
    sink.report(Severity::kError, *file.source, node.span,
                fmt::format("{} names {} people; name the one who approved", in_quotes(node.text),
                            people.size()));
  }
  if (people.size() != 1 || !in.facts.rosters().knows(review.roster)) return;
  std::string fault = fault_of(in, review, people.front().text);
  if (!fault.empty()) {
    sink.report(Severity::kError, *file.source, node.span, std::move(fault));
    return;
  }
  const std::string name = fmt::format(
      "@{}", in.facts.rosters().spelled(review.roster, read_handle(people.front().text)->name));
  if (node.text == name || node.text == name.substr(1)) return;
  Finding& finding = sink.report(
      Severity::kError, *file.source, node.span,
      fmt::format("\"{}\" is not written as on {}; write \"{}\"", node.text, review.roster, name));
  if (auto edit = rewrite(*file.source, node, name)) {
    finding.fixes.push_back({"write it as the roster does", {std::move(*edit)}});
  }
}

// People whom the metadata names as those who review, in a field with a roster.
void check_fields(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.complete()) return;
  for (const Field& field : in.process.fields) {
    if (!field.holds_people() || !in.facts.rosters().knows(field.roster)) continue;
    for (const FieldScalar& value : values_of(in, field)) {
      if (!is_set(in, value) || is_open_word(in.process, value.text)) continue;
      const auto handle = read_handle(value.text);  // MP319 tells of what has none
      if (!handle || in.facts.rosters().has(field.roster, handle->name)) continue;
      sink.report(severity_of_stranger(in), *metadata.source, value.node->span,
                  fmt::format("`{}` names @{}, who is not on the roster {}", field.id, handle->name,
                              field.roster));
    }
  }
}

}  // namespace

void review_off_roster(const RuleInput& in, Sink& sink) {
  check_fields(in, sink);
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    const Review& review = *file->review;
    const bool strict = in.process.strict.reviews && in.judgement.stage_said &&
                        is_in_place(*file, in.card) && is_asked(in, review.needed);
    for (const std::string& stage : in.process.stage_names()) {
      const YamlNode* node = file->approver(stage);
      if (strict && stage == in.judgement.stage && node && node->is_scalar()) {
        check_strictly(in, *file, *node, sink);
        continue;
      }
      if (!in.facts.rosters().knows(review.roster)) break;
      // Who approved an earlier stage may have left since.
      const bool past = is_closed(in) || stage != in.judgement.stage;
      for (const Scalar& person : people_in(in.process, node)) {
        std::string fault = fault_of(in, review, person.text);
        if (fault.empty()) continue;
        sink.report(past ? Severity::kInfo : Severity::kWarning, *file->source, person.span,
                    std::move(fault));
      }
    }
  }
}

}  // namespace milepost
