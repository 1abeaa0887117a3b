#include "process/own_metadata.h"

#include <algorithm>
#include <map>
#include <set>

#include "text/yaml.h"

namespace milepost {

namespace {

// The keys of the templates' metadata, and those of the entries below each.
using Keys = std::map<std::string, std::set<std::string>, std::less<>>;

void add_keys(const Yaml& yaml, Keys& keys) {
  // Fewer say nothing, and what cannot be read has a finding of its own.
  constexpr std::size_t kFewest = 3;
  if (!yaml.problems().empty() || yaml.root().entries.size() < kFewest) return;
  for (const YamlEntry& entry : yaml.root().entries) {
    std::set<std::string>& below = keys[entry.key];
    for (const YamlNode& item : entry.value->items) {
      for (const YamlEntry& part : item.entries) below.insert(part.key);
    }
  }
}

// In the file beside the template, or in the template itself.
void add_keys(const Kind& kind, Process& process, const Config& config, Keys& keys) {
  const std::string folder = kind.own_path.substr(0, kind.own_path.rfind('/') + 1);
  for (const MetadataSource& place : process.layout.metadata) {
    if (place.form == MetadataForm::kFile) {
      const auto source = config.read(config.folder + folder + place.name);
      if (!source) continue;
      process.sources.push_back(*source);
      return add_keys(Yaml(**source), keys);
    }
    const Document& document = (kind.repository ? kind.repository : kind.pattern)->document();
    if (place.form == MetadataForm::kFrontMatter && document.front_matter().present()) {
      return add_keys(Yaml(document.source(), document.front_matter().content), keys);
    }
  }
}

void forget_unless(const std::set<std::string>& keys, std::vector<Field>& fields) {
  for (Field& field : fields) {
    if (!keys.contains(field.id)) field.needed = {};
  }
}

}  // namespace

void go_by_own_metadata(Process& process, const Config& config) {
  Keys keys;
  for (const Kind& kind : process.kinds) {
    if (!kind.own_path.empty()) add_keys(kind, process, config, keys);
  }
  if (keys.empty()) return;
  for (Field& field : process.fields) {
    if (config.source && field.place.source == config.source.get()) continue;
    const auto found = keys.find(field.id);
    if (found == keys.end()) {
      field.needed = {};
    } else if (!found->second.empty()) {
      forget_unless(found->second, field.fields);
    }
  }
  for (const auto& [key, below] : keys) {
    if (std::ranges::find(process.fields, key, &Field::id) != process.fields.end()) continue;
    Field& field = process.fields.emplace_back();
    field.id = key;
    field.type = FieldType::kAny;
  }
}

}  // namespace milepost
