// MP309 field-placeholder: a field still says what the template's metadata does, or a
// relation or group is still to be named.
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

bool is_relation(const Field& field) {
  constexpr FieldRole kRelations[] = {FieldRole::kSeeAlso, FieldRole::kReplaces,
                                      FieldRole::kSupersededBy, FieldRole::kRequires};
  return std::ranges::find(kRelations, field.role) != std::end(kRelations);
}

// An entry that stands for a proposal or group to come, in a field that could go without.
bool is_to_come(const RuleInput& in, const FieldScalar& value) {
  const Field& field = *value.field;
  const bool names = field.holds_groups() || is_relation(field);
  return names && !field.needed.ever() && is_open_word(in.process, value.text);
}

// Relations that nobody touched are one finding, at the first.
void report_relations(const RuleInput& in, const std::vector<FieldScalar>& relations, Sink& sink) {
  std::vector<std::string_view> names;
  for (const FieldScalar& value : relations) names.push_back(value.field->id);
  sink.report(
      Severity::kWarning, *in.proposal.metadata->source, relations.front().node->span,
      fmt::format("{} still have the template's placeholders; put the proposal's own there, "
                  "or remove them",
                  listed(names)));
}

void report_one(const RuleInput& in, const FieldScalar& value, Sink& sink) {
  sink.report(severity_of(in, *value.field), *in.proposal.metadata->source, value.node->span,
              fmt::format("\"{}\" still has the placeholder {}; put the proposal's own there{}",
                          value.field->id, in_quotes(value.text),
                          value.field->needed.ever() ? "" : ", or remove it"));
}

}  // namespace

void field_placeholder(const RuleInput& in, Sink& sink) {
  std::vector<const Field*> said;  // once for a list of them
  std::vector<FieldScalar> relations;
  for (const FieldScalar& value : values_of(in)) {
    const bool to_come = is_to_come(in, value);
    if (!to_come && !is_placeholder(*value.field, value.text)) continue;
    if (std::ranges::find(said, value.field) != said.end()) continue;
    said.push_back(value.field);
    if (to_come) {
      sink.report(warning_while_open(in), *in.proposal.metadata->source, value.node->span,
                  fmt::format("\"{}\" says {}; name it, or remove the entry", value.field->id,
                              in_quotes(value.text)));
      continue;
    }
    const bool relation = is_relation(*value.field) && !value.field->needed.ever();
    relation ? relations.push_back(value) : report_one(in, value, sink);
  }
  if (relations.size() > 1) return report_relations(in, relations, sink);
  for (const FieldScalar& value : relations) report_one(in, value, sink);
}

}  // namespace milepost
