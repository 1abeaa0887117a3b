// MP307 field-unknown: the metadata has a field the process does not list, a
// record has one its field does not, or versions stand under no stage.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

std::vector<std::string> ids(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.id);
  return names;
}

// A key that is near a known one is said on its own, the others together.
void check_keys(const Source& source, const YamlNode& map, const std::vector<std::string>& known,
                std::string_view what, std::string_view whose, Sink& sink) {
  std::vector<const YamlEntry*> strange;
  for (const YamlEntry& entry : map.entries) {
    if (std::ranges::find(known, entry.key) != known.end()) continue;
    const std::string_view meant = nearest(entry.key, known);
    if (meant.empty()) {
      strange.push_back(&entry);
      continue;
    }
    const bool absent = map.find(meant) == nullptr;
    sink.report(source, first_line(source, entry.key_span),
                fmt::format("{} is no {} of {}", in_quotes(entry.key), what, whose))
        .note = fmt::format("did you mean \"{}\"{}?", meant, absent ? ", which is absent" : "");
  }
  if (strange.empty()) return;
  std::vector<std::string_view> names;
  for (const YamlEntry* entry : strange) names.push_back(entry->key);
  const bool one = strange.size() == 1;
  sink.report(source, first_line(source, strange.front()->key_span),
              fmt::format("{} {} {} of {}; remove {}, or list {} in the process",
                          one ? in_quotes(names.front()) : listed(names), one ? "is no" : "are no",
                          one ? std::string(what) : std::string(what) + "s", whose,
                          one ? "it" : "them", one ? "it" : "them"));
}

}  // namespace

void field_unknown(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!in.process.lists_fields || !metadata.complete()) return;
  const Source& source = *metadata.source;
  check_keys(source, metadata.yaml->root(), ids(in.process.fields), "field", "the process", sink);
  for (const Field& field : in.process.fields) {
    const YamlNode* node = metadata.find(field);
    if (!node) continue;
    const std::string whose = fmt::format("\"{}\"", field.id);
    if (field.type == FieldType::kStages) {
      check_keys(source, *node, in.process.stage_names(), "stage", "the process", sink);
    }
    if (field.type != FieldType::kRecords || field.fields.empty()) continue;
    for (const YamlNode& record : node->items) {
      check_keys(source, record, ids(field.fields), "field", whose, sink);
    }
  }
}

}  // namespace milepost
