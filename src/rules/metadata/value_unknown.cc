// MP304 value-unknown: a field holds none of the values the process has for it:
// the status, stage or kind, or any other of which it lists the values.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"

namespace milepost {

namespace {

using Names = std::vector<std::string>;

template <typename T>
void add_ids(const std::vector<T>& records, Names& names) {
  for (const T& record : records) names.push_back(record.id);
}

Names values_known(const Process& process, const Field& field) {
  Names names;
  if (field.role == FieldRole::kStatus) add_ids(process.statuses, names);
  if (field.role == FieldRole::kStage) names = process.stage_names();
  if (field.role == FieldRole::kKind) add_ids(process.kinds, names);
  names.insert(names.end(), field.values.begin(), field.values.end());
  return names;
}

std::string_view called(const Field& field) {
  if (field.role == FieldRole::kOther) return field.id;
  return field_role_names()[static_cast<std::size_t>(field.role)];
}

// The value meant when only its case, or quotes within the quotes, differ.
std::string_view same_but_for_form(std::string_view value, const Names& known) {
  const std::string_view bare = without_quotes(value);
  const auto found = std::ranges::find_if(
      known, [&](const std::string& name) { return equal_ignoring_case(name, bare); });
  return found == known.end() ? std::string_view() : std::string_view(*found);
}

// "implemented (alpha)" begins with a value; "imlpemented" is near one.
std::string_view meant_by(std::string_view value, const Names& known) {
  const std::string words = heading_words(value);
  const std::string_view first = cut(words, ' ').first;
  const auto named = std::ranges::count_if(
      known, [&](const std::string& name) { return has_words(words, heading_words(name)); });
  if (named > 1) return {};  // "alpha (deprecated)"
  for (const std::string& name : known) {
    if (name == first) return name;
  }
  return nearest(value, known);
}

void check_value(const RuleInput& in, const Field& field, const YamlNode& node, Sink& sink) {
  const Source& source = *in.proposal.metadata->source;
  const std::string_view what = called(field);
  if (!node.is_scalar()) {
    sink.report(source, node.span, fmt::format("the {} must be a single value", what));
    return;
  }
  const std::string_view value = trim(node.text);
  const Names known = values_known(in.process, field);
  if (known.empty() || !is_set(in, {&field, &node, value})) return;
  if (std::ranges::find(known, value) != known.end()) return;
  const bool is_status = field.role == FieldRole::kStatus;
  const bool judged = is_status && in.proposal.metadata->status_misspelt;
  // A detail may stand behind it.
  if (is_status && !judged && !in.proposal.metadata->known_status.empty()) return;
  if (value.find('|') != value.npos) {
    Finding& finding =
        sink.report(source, node.span,
                    fmt::format("the {} still lists the template's alternatives; keep one", what));
    if (judged) {
      finding.note =
          fmt::format("It is judged as \"{}\" until then.", in.proposal.metadata->known_status);
    }
    return;
  }
  Finding& finding = sink.report(source, node.span,
                                 fmt::format("{} {} is none of the process's: {}", what,
                                             in_quotes(value), fmt::join(known, ", ")));
  const std::string_view same = same_but_for_form(value, known);
  std::string_view meant = same.empty() ? meant_by(value, known) : same;
  if (judged) meant = in.proposal.metadata->known_status;
  if (meant.empty()) return;
  finding.note = fmt::format("did you mean \"{}\"?", meant);
  if (judged) finding.note += " It is judged as that.";
  if (same.empty()) return;
  if (auto edit = rewrite(source, node, same)) {
    finding.fixes.push_back({fmt::format("write \"{}\"", same), {std::move(*edit)}});
  }
}

void check_status_section(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const bool known = !metadata.known_status.empty() && !metadata.status_misspelt;
  if (known || metadata.status.text.empty()) return;
  Names statuses;
  add_ids(in.process.statuses, statuses);
  Finding& finding =
      sink.report(*metadata.status.source, metadata.status.span,
                  fmt::format("the Status section must hold exactly one of {}; it says {}",
                              fmt::join(statuses, ", "), in_quotes(metadata.status.text)));
  finding.section = "Status";
  if (!metadata.status_misspelt) return;
  finding.note = fmt::format("did you mean \"{}\"? It is judged as that.", metadata.known_status);
}

// A value, or those of the fields of a record or map.
void check_field(const RuleInput& in, const Field& field, const YamlNode& node, Sink& sink) {
  if (field.type == FieldType::kEnum) check_value(in, field, node, sink);
  const auto check_parts = [&](const YamlNode& map) {
    for (const Field& part : field.fields) {
      if (const YamlNode* below = map.find(part.id)) check_field(in, part, *below, sink);
    }
  };
  if (field.type == FieldType::kMap) check_parts(node);
  for (const YamlNode& record : node.items) check_parts(record);
}

}  // namespace

void value_unknown(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (metadata.status_is_section) check_status_section(in, sink);
  for (const Field& field : in.process.fields) {
    if (const YamlNode* node = metadata.find(field)) check_field(in, field, *node, sink);
  }
}

}  // namespace milepost
