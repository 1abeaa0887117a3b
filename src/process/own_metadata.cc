#include "process/own_metadata.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "process/template_front_matter.h"
#include "text/yaml.h"

namespace milepost {

namespace {

// The keys of the templates' metadata, and those of the entries below each.
using Keys = std::map<std::string, std::set<std::string>, std::less<>>;

// The metadata that a repository's own template has.
struct OwnMetadata {
  std::shared_ptr<const Source> source;
  Span within;
  bool in_document = false;  // in front of the template's text
};

// Nothing when it cannot be read, which is a finding of its own, or says too little.
std::optional<OwnMetadata> telling(OwnMetadata found) {
  constexpr std::size_t kFewest = 3;
  const Yaml yaml(*found.source, found.within);
  if (!yaml.problems().empty() || yaml.root().entries.size() < kFewest) return std::nullopt;
  return found;
}

std::optional<OwnMetadata> whole(std::shared_ptr<const Source> source) {
  const Span all{0, static_cast<std::uint32_t>(source->text().size())};
  return telling({std::move(source), all});
}

// In the file beside the template, or in the template itself.
std::optional<OwnMetadata> find_own(const Kind& kind, Process& process, const Config& config) {
  if (kind.own_path.empty()) return std::nullopt;
  const std::string folder = kind.own_path.substr(0, kind.own_path.rfind('/') + 1);
  for (const MetadataSource& place : process.layout.metadata) {
    if (place.form == MetadataForm::kFile) {
      const auto source = config.read(config.folder + folder + place.name);
      if (!source) continue;
      process.sources.push_back(*source);
      return whole(*source);
    }
    const Document& document = (kind.repository ? kind.repository : kind.pattern)->document();
    const FrontMatter front = template_front_matter(document);
    if (place.form == MetadataForm::kFrontMatter && front.closed) {
      return telling({document.shared_source(), front.content, true});
    }
  }
  return std::nullopt;
}

void add_keys(const OwnMetadata& own, Keys& keys) {
  const Yaml yaml(*own.source, own.within);
  for (const YamlEntry& entry : yaml.root().entries) {
    std::set<std::string>& below = keys[entry.key];
    for (const YamlNode& item : entry.value->items) {
      for (const YamlEntry& part : item.entries) below.insert(part.key);
    }
  }
}

// `stays`: it is this kind's, and new proposals have it in the document, too.
void begin_with(const OwnMetadata& own, bool stays, Kind& kind) {
  kind.own_metadata = true;
  if (own.in_document && stays) {
    kind.metadata = nullptr;
  } else if (own.in_document) {
    kind.metadata = std::make_shared<const Source>(own.source->path(),
                                                   std::string(own.source->text(own.within)));
  } else {
    kind.metadata = own.source;
  }
}

void forget_unless(const std::set<std::string>& keys, std::vector<Field>& fields) {
  for (Field& field : fields) {
    if (!keys.contains(field.id)) field.needed = {};
  }
}

}  // namespace

void go_by_own_metadata(Process& process, const Config& config) {
  const auto is_named = [&](const Kind& kind) {
    return kind.metadata && config.source && kind.metadata_place.source == config.source.get();
  };
  std::vector<std::optional<OwnMetadata>> owns;
  Keys keys;
  for (const Kind& kind : process.kinds) {
    const auto& own = owns.emplace_back(find_own(kind, process, config));
    if (own) add_keys(*own, keys);
  }
  const auto first = std::ranges::find_if(owns, [](const auto& own) { return own.has_value(); });
  const auto& forms = process.layout.metadata;
  const bool in_documents = forms.empty() || forms.front().form != MetadataForm::kFile;
  // What reads the metadata of one kind reads that of the others.
  for (std::size_t k = 0; k < owns.size(); ++k) {
    Kind& kind = process.kinds[k];
    if (is_named(kind)) {
      kind.own_metadata = whole(kind.metadata).has_value();
    } else if (first != owns.end()) {
      begin_with(owns[k] ? *owns[k] : **first, owns[k] && in_documents, kind);
    }
  }
  if (first == owns.end()) return;
  for (Field& field : process.fields) {
    if (config.source && field.place.source == config.source.get()) continue;
    const auto found = keys.find(field.id);
    if (found == keys.end()) {
      field.needed = {};
      field.own_lacks = true;
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
