#include "process/own_metadata.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "process/template_front_matter.h"
#include "text/merge_conflict.h"
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
  bool complete = true;      // which fields it has is known
};

// Nothing when it says too little. What is wrong with it is told to whoever begins a proposal.
std::optional<OwnMetadata> telling(OwnMetadata found) {
  constexpr std::size_t kFewest = 3;
  const Yaml yaml(*found.source, found.within);
  found.complete = yaml.complete();
  if (found.complete && yaml.root().entries.size() < kFewest) return std::nullopt;
  return found;
}

Span all_of(const Source& source) { return {0, static_cast<std::uint32_t>(source.text().size())}; }

std::optional<OwnMetadata> whole(std::shared_ptr<const Source> source) {
  const Span all = all_of(*source);
  return telling({std::move(source), all});
}

// "keps/NNNN-kep-template/"; "" for the root.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

const Document& template_of(const Kind& kind) {
  return (kind.repository ? kind.repository : kind.pattern)->document();
}

// In the file beside the template, or in the template itself.
std::optional<OwnMetadata> find_own(const Kind& kind, Process& process, const Config& config) {
  if (kind.own_path.empty()) return std::nullopt;
  const std::string folder = folder_of(kind.own_path);
  for (const MetadataSource& place : process.layout.metadata) {
    if (place.form == MetadataForm::kFile) {
      const auto source = config.read(config.folder + folder + place.name);
      if (!source) continue;
      process.sources.push_back(*source);
      return whole(*source);
    }
    const Document& document = template_of(kind);
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

// What keeps a new proposal from beginning as this. One that says things once, in place, would
// be better, and can be read.
const YamlProblem* spoils(const Yaml& yaml) {
  const auto& problems = yaml.problems();
  const auto found = std::ranges::find_if(problems, [](const YamlProblem& problem) {
    return problem.kind != YamlProblemKind::kAnchor && problem.kind != YamlProblemKind::kTag;
  });
  return found == problems.end() ? nullptr : &*found;
}

// Whether the metadata of a kind is what stands in front of the other's template.
bool is_from_document(const Kind& kind, const Kind& other) {
  return kind.metadata->path() == template_of(other).source().path();
}

// That of a path from the repository's root, if it was read.
std::shared_ptr<const Source> source_at(const Process& process, const std::string& path) {
  const auto found = std::ranges::find_if(process.sources, [&](const auto& source) {
    return source->path() == path || source->path().ends_with("/" + path);
  });
  return found == process.sources.end() ? nullptr : *found;
}

}  // namespace

MetadataText metadata_to_begin_with(const Process& process, const Kind& kind) {
  for (const Kind& one : process.kinds) {
    if (kind.metadata ? !is_from_document(kind, one) : &one != &kind) continue;
    const Document& document = template_of(one);
    const FrontMatter front = template_front_matter(document);
    if (front.closed) return {document.shared_source(), front.content};
  }
  if (!kind.metadata) return {};
  return {kind.metadata, all_of(*kind.metadata)};
}

std::optional<PackError> metadata_fault(const Source& source, Span within) {
  const Yaml yaml(source, within);
  const YamlProblem* const problem = spoils(yaml);
  if (!problem) return std::nullopt;
  return PackError{{&source, problem->span},
                   problem->message + "; new proposals begin as this file is"};
}

std::vector<PackError> metadata_faults(const Process& process) {
  std::vector<PackError> faults;
  for (const Kind& kind : process.kinds) {
    const MetadataText begins = metadata_to_begin_with(process, kind);
    if (!kind.own_metadata || !begins.source) continue;
    auto fault = metadata_fault(*begins.source, begins.within);
    const auto same = [&](const PackError& one) { return one.place.source == fault->place.source; };
    if (fault && std::ranges::none_of(faults, same)) faults.push_back(std::move(*fault));
  }
  return faults;
}

std::vector<std::string> unused_templates(const Process& process, const Kind& kind) {
  std::vector<std::string> unused;
  if (kind.own_path.empty()) return unused;
  if (const auto own = source_at(process, kind.own_path);
      own && own.get() != &template_of(kind).source()) {
    const bool conflict = is_in_conflict(Document(own));
    unused.push_back(kind.own_path + (conflict ? " holds a merge conflict" : " has no sections"));
  }
  for (const MetadataSource& place : process.layout.metadata) {
    if (place.form != MetadataForm::kFile || kind.own_metadata) continue;
    const std::string path = folder_of(kind.own_path) + place.name;
    if (source_at(process, path)) unused.push_back(path + " has hardly any fields");
  }
  return unused;
}

void go_by_own_metadata(Process& process, const Config& config) {
  const auto is_named = [&](const Kind& kind) {
    return kind.metadata && config.source && kind.metadata_place.source == config.source.get();
  };
  std::vector<std::optional<OwnMetadata>> owns;
  Keys keys;
  for (const Kind& kind : process.kinds) {
    const auto& own = owns.emplace_back(find_own(kind, process, config));
    if (own && own->complete) add_keys(*own, keys);
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
  if (keys.empty()) return;
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
