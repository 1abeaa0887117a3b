// MP310 path-mismatch: a field repeats a part of the path, the number or the
// group, and they differ.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"

namespace milepost {

namespace {

bool agree(const Field& field, std::string_view value, std::string_view part) {
  if (field.type != FieldType::kNumber) return equal_ignoring_case(value, part);
  const std::string number = plain_number(value);
  return number.empty() || number == plain_number(part);  // what is no number is MP308's
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
    for (const Value& value : values_of(in, field)) {
      if (!is_set(in, value) || agree(field, value.text, part)) continue;
      // By its number a proposal is found; a group may have handed it over.
      const bool number = field.role == FieldRole::kNumber;
      sink.report(number ? Severity::kError : Severity::kWarning, *in.proposal.metadata->source,
                  value.node->span,
                  fmt::format("\"{}\" is {}, but {} {}; correct one of them", field.id,
                              in_quotes(value.text), says, in_quotes(part)));
    }
  }
}

}  // namespace milepost
