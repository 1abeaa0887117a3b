// MP309 field-placeholder: a field still says what the template's metadata does.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// A proposal is known by its title and number. A closed one is found by then.
Severity severity_of(const RuleInput& in, const Field& field) {
  const bool error =
      field.role == FieldRole::kTitle || (field.role == FieldRole::kNumber && !is_closed(in));
  return error ? Severity::kError : Severity::kWarning;
}

}  // namespace

void field_placeholder(const RuleInput& in, Sink& sink) {
  std::vector<const Field*> said;  // once for a list of them
  for (const Value& value : values_of(in)) {
    if (!is_placeholder(*value.field, value.text)) continue;
    if (std::ranges::find(said, value.field) != said.end()) continue;
    said.push_back(value.field);
    sink.report(severity_of(in, *value.field), *in.proposal.metadata->source, value.node->span,
                fmt::format("\"{}\" still has the placeholder {}; put the proposal's own there{}",
                            value.field->id, in_quotes(value.text),
                            value.field->needed.ever() ? "" : ", or remove it"));
  }
}

}  // namespace milepost
