// MP310 path-mismatch: a field repeats a part of the path, the number or the
// group, and they differ.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/need.h"

namespace milepost {

namespace {

bool agree(const Field& field, std::string_view value, std::string_view part) {
  if (field.path_part == "date") {  // what is no date is MP305's
    const auto said = read_date(value);
    const auto in_path = date_in_name(part);
    return !said || !in_path || *said == *in_path;
  }
  if (field.type != FieldType::kNumber) return equal_ignoring_case(value, part);
  const std::string number = plain_number(value);
  return number.empty() || number == plain_number(part);  // what is no number is MP308's
}

// The file of a review that is asked for and that tools look for below the group as the
// metadata writes it, where there is none; "" when they find it.
std::string lost_review(const RuleInput& in, const Field& field, std::string_view group) {
  if (!in.process.strict.reviews || field.role != FieldRole::kGroup) return {};
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    const Review& review = *file->review;
    if (!review.file.names("group") || !is_asked(in, review.needed)) continue;
    const std::vector<const ReviewFile*> files = in.facts.reviews_of(in.card);
    const bool there = std::ranges::any_of(files, [&](const ReviewFile* other) {
      return other->review == &review && other->parts.find("group") == group;
    });
    if (!there) return file->path;
  }
  return {};
}

}  // namespace

void path_mismatch(const RuleInput& in, Sink& sink) {
  for (const Field& field : in.process.fields) {
    const std::string_view part =
        field.path_part.empty() ? std::string_view() : in.card.parts.find(field.path_part);
    if (part.empty()) continue;
    // A folder that is no group stands for one (layout.group_folders).
    const bool written = in.card.files.document.find(part) != std::string::npos;
    const std::string_view says = written ? "the path says" : "its folder belongs to";
    for (const FieldScalar& value : values_of(in, field)) {
      if (!is_set(in, value)) continue;
      const std::string lost = lost_review(in, field, value.text);
      if (agree(field, value.text, part) && (lost.empty() || value.text == part)) continue;
      // By its number a proposal is found; a group may have handed it over.
      const bool error = field.role == FieldRole::kNumber || !lost.empty();
      Finding& finding =
          sink.report(error ? Severity::kError : Severity::kWarning, *in.proposal.metadata->source,
                      value.node->span,
                      fmt::format("\"{}\" is {}, but {} {}; correct one of them", field.id,
                                  in_quotes(value.text), says, in_quotes(part)));
      if (!lost.empty()) finding.note = fmt::format("its review lies in {}", lost);
    }
  }
}

}  // namespace milepost
