// MP307 field-unknown: the metadata has a field the process does not list, a
// record has one its field does not, or versions stand under no stage. Where the
// process is strict about types, that is an error.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/metadata/shape.h"
#include "rules/wording.h"

namespace milepost {

namespace {

std::vector<std::string> ids(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.id);
  return names;
}

// A key that is near a known one is said on its own, the others together.
void check_keys(Severity severity, const Source& source, const YamlNode& map,
                const std::vector<std::string>& known, std::string_view what,
                std::string_view whose, Sink& sink) {
  const auto report = [&](Span key, std::string message) -> Finding& {
    return sink.report(severity, source, first_line(source, key), std::move(message));
  };
  std::vector<const YamlEntry*> strange;
  for (const YamlEntry& entry : map.entries) {
    if (std::ranges::find(known, entry.key) != known.end()) continue;
    if (entry.key.starts_with("<!--")) {
      report(entry.key_span, "`<!--` begins no comment here; a comment begins with `#`");
      continue;
    }
    const std::string_view meant = nearest(entry.key, known);
    if (meant.empty()) {
      strange.push_back(&entry);
      continue;
    }
    const bool absent = map.find(meant) == nullptr;
    report(entry.key_span, fmt::format("{} is no {} of {}", in_quotes(entry.key), what, whose))
        .note = fmt::format("did you mean \"{}\"{}?", meant, absent ? ", which is absent" : "");
  }
  if (strange.empty()) return;
  std::vector<std::string_view> names;
  for (const YamlEntry* entry : strange) names.push_back(entry->key);
  const bool one = strange.size() == 1;
  report(strange.front()->key_span,
         fmt::format("{} {} {} of {}; remove {}, or list {} in the process",
                     one ? in_quotes(names.front()) : listed(names), one ? "is no" : "are no",
                     one ? std::string(what) : std::string(what) + "s", whose, one ? "it" : "them",
                     one ? "it" : "them"));
}

void check_parts(Severity severity, const Source& source, const Field& field, const YamlNode& node,
                 Sink& sink) {
  const bool is_map = field.type == FieldType::kMap;
  if ((!is_map && field.type != FieldType::kRecords) || field.fields.empty()) return;
  const std::string whose = fmt::format("\"{}\"", field.id);
  const auto check_one = [&](const YamlNode& map) {
    check_keys(severity, source, map, ids(field.fields), "field", whose, sink);
    for (const Field& part : field.fields) {
      if (const YamlNode* below = map.find(part.id))
        check_parts(severity, source, part, *below, sink);
    }
  };
  if (is_map) return check_one(node);
  for (const YamlNode& record : node.items) check_one(record);
}

}  // namespace

void check_field_names(const Process& process, Severity usual, const Source& source,
                       const YamlNode& root, Sink& sink) {
  if (!process.lists_fields) return;
  const Severity severity = process.strict.types ? Severity::kError : usual;
  check_keys(severity, source, root, ids(process.fields), "field", "the process", sink);
  for (const Field& field : process.fields) {
    const YamlNode* node = root.find(field.id);
    if (!node) continue;
    if (field.type == FieldType::kStages) {
      check_keys(severity, source, *node, process.stage_names(), "stage", "the process", sink);
    }
    check_parts(severity, source, field, *node, sink);
  }
}

void field_unknown(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.complete()) return;
  check_field_names(in.process, warning_while_open(in), *metadata.source, metadata.yaml->root(),
                    sink);
}

}  // namespace milepost
