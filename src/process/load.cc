#include "process/load.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "process/join.h"
#include "process/load_parts.h"
#include "process/load_process.h"
#include "process/own_metadata.h"
#include "process/pack_errors.h"
#include "process/pack_tree.h"
#include "process/validate.h"
#include "process/yaml_reader.h"
#include "text/merge_conflict.h"
#include "text/yaml.h"

namespace milepost {

namespace {

constexpr std::string_view kPackRoot = "processes/";

Result<Yaml> parse_trusted(const Source& source) {
  Yaml yaml(source);
  if (yaml.problems().empty()) return yaml;
  if (const auto conflicts = find_conflicts(source); !conflicts.empty()) {
    return failure_at({&source, source.line(conflicts.front().first)}, describe(conflicts.front()));
  }
  const YamlProblem& problem = yaml.problems().front();
  return failure_at({&source, problem.span}, problem.message);
}

// Nothing when the file cannot be read as YAML: nothing can be said of what it lacks.
std::optional<YamlNode> parse_layer(const std::shared_ptr<const Source>& source,
                                    PackErrors& errors) {
  Yaml yaml(*source);
  if (!yaml.problems().empty()) {
    if (const auto conflicts = find_conflicts(*source); !conflicts.empty()) {
      for (const auto& conflict : conflicts) {
        errors.add({source.get(), source->line(conflict.first)}, describe(conflict));
      }
      return std::nullopt;
    }
    for (const YamlProblem& problem : yaml.problems()) {
      errors.add({source.get(), problem.span}, problem.message);
    }
    if (!yaml.complete()) return std::nullopt;
  }
  const YamlNode* const schema = yaml.root().find("schema");
  // A list is told as such.
  if (!yaml.root().is_list() && (!schema || schema->text != "1")) {
    errors.add({source.get(), schema ? schema->span : yaml.root().span},
               "`schema: 1` is expected: this milepost reads no other");
  }
  return std::move(yaml).take_root();
}

// `extends: kep`, on a line of its own.
std::string_view extended_by(std::string_view text) {
  constexpr std::string_view kKey = "\nextends:";
  const std::size_t found = text.find(kKey);
  if (found == text.npos) return {};
  const std::string_view line = text.substr(found + kKey.size());
  std::string_view name = trim(cut(line.substr(0, line.find('\n')), '#').first);
  for (const char quote : {'"', '\''}) {
    if (name.size() > 1 && name.starts_with(quote) && name.ends_with(quote)) {
      name = name.substr(1, name.size() - 2);
    }
  }
  return name;
}

// A pack that is built in over those that it extends itself, the lowest first.
std::vector<PackFiles> with_extended(std::string_view name) {
  std::vector<PackFiles> packs;
  for (std::string next(name); !next.empty();) {
    packs.insert(packs.begin(), built_in_pack(next));
    const auto source = packs.front().read(packs.front().folder + "process.yaml");
    next = source ? std::string(extended_by((*source)->text())) : std::string();
  }
  return packs;
}

// Of several the lowest is laid over nothing.
PackLayerKind layer_kind(std::size_t i) {
  return i == 0 ? PackLayerKind::kBase : PackLayerKind::kPack;
}

// The files of a process, laid over each other.
class Layers {
 public:
  Layers(const Config* config, PackErrors& errors) : config_(config), errors_(errors) {}

  // False when there is too little to say anything of.
  bool read(const std::shared_ptr<const Source>& source, const PackFiles& pack, Process& process) {
    process.sources.push_back(source);
    auto root = parse_layer(source, errors_);
    if (!root) return false;
    if (const YamlNode* base = root->find("extends")) {
      if (!read_base({source.get(), base->span}, base->text, pack, process)) return false;
    }
    tree_.lay_over({source, PackLayerKind::kPack, pack}, std::move(*root), errors_);
    note_templates();
    if (!config_ || !config_->source) return true;
    process.sources.push_back(config_->source);
    process.repository_source = config_->source.get();
    auto over = parse_layer(config_->source, errors_);
    if (!over) return false;
    if (const YamlEntry* extends = over->find_entry("extends")) {
      errors_.add({config_->source.get(), extends->key_span},
                  "only a pack `extends` another; here `process` names the pack");
    }
    const PackFiles files{config_->folder, config_->read};
    tree_.lay_over({config_->source, PackLayerKind::kRepository, files}, std::move(*over), errors_);
    return true;
  }

  const PackTree& tree() const { return tree_; }

  MergedPack take_merged() && {
    MergedPack merged{std::move(tree_), {}};
    const YamlNode* const kinds = merged.tree.root().find("kinds");
    if (!kinds) return merged;
    for (const YamlNode& kind : kinds->items) {
      const YamlNode* const path = kind.find("template");
      const PackLayer* const layer =
          path ? merged.tree.layer_of(merged.tree.place(path->span)) : nullptr;
      const std::string id(kind.scalar("id"));
      const auto below = templates_.find(id);
      if (layer && layer->kind == PackLayerKind::kRepository && below != templates_.end()) {
        merged.pack_templates.emplace(id, below->second.path);
      }
    }
    return merged;
  }

  // From where the file is read that something at this place names.
  PackFiles files_at(const Place& place) const {
    const PackLayer* const layer = tree_.layer_of(place);
    return layer ? layer->files : PackFiles{};
  }

  // What the pack, and not milepost.yaml, says of a kind's template; "" when it has no such kind.
  struct NamedFile {
    std::string path;
    Place place;
  };
  NamedFile template_of(const std::string& kind) const {
    const auto found = templates_.find(kind);
    return found == templates_.end() ? NamedFile{} : found->second;
  }

 private:
  bool read_base(const Place& place, const std::string& name, const PackFiles& pack,
                 Process& process) {
    const std::vector<std::string> packs = built_in_packs();
    if (std::ranges::find(packs, name) == packs.end()) {
      errors_.add(place, unknown("built-in process", name, packs));
      return false;
    }
    const std::vector<PackFiles> bases = with_extended(name);
    for (std::size_t i = 0; i < bases.size(); ++i) {
      const PackFiles& files = bases[i];
      if (files.folder == pack.folder) {
        errors_.add(place, fmt::format("`{}` cannot lie over itself", name));
        return false;
      }
      const auto source = files.read(files.folder + "process.yaml");
      auto root = source ? parse_layer(*source, errors_) : std::nullopt;
      if (!root) return false;
      process.sources.push_back(*source);
      tree_.lay_over({*source, layer_kind(i), files}, std::move(*root), errors_);
    }
    return true;
  }

  void note_templates() {
    const YamlNode* const kinds = tree_.root().find("kinds");
    if (!kinds) return;
    for (const YamlNode& kind : kinds->items) {
      const YamlNode* const path = kind.find("template");
      if (path) templates_[std::string(kind.scalar("id"))] = {path->text, tree_.place(path->span)};
    }
  }

  const Config* config_;
  PackErrors& errors_;
  PackTree tree_;
  std::map<std::string, NamedFile> templates_;  // by the kind's id
};

// The lines of the key `layout`, up to the next key of the file. All of a pack is
// read, and what is wrong with it said, once it is chosen; to recognise a
// repository this part of each will do. Nothing when there is no such part.
std::optional<Span> layout_in(std::string_view text) {
  constexpr std::string_view kKey = "\nlayout:";
  const std::size_t found = text.find(kKey);
  if (found == text.npos) return std::nullopt;
  std::size_t end = found + kKey.size();
  do {
    end = text.find('\n', end);
    if (end == text.npos) break;
    ++end;
  } while (end < text.size() && !is_alpha(text[end]));
  return Span{static_cast<std::uint32_t>(found + 1),
              static_cast<std::uint32_t>(std::min(end, text.size()))};
}

// Null when it cannot be read, which is then among the errors.
std::shared_ptr<const Source> read_named(const PackFiles& files, const std::string& path,
                                         const Place& named, PackErrors& errors) {
  auto source = files.read(files.folder + path);
  if (source) return std::move(*source);
  errors.add(named, fmt::format("`{}` cannot be read: {}", path, source.error().message));
  return nullptr;
}

bool is_of(const Config* config, const Place& place) {
  return config && config->source && place.source == config->source.get();
}

// Where the repository keeps a template of the kind: as milepost.yaml says, or in a usual place.
std::string own_template(const Kind& kind, const Config* config) {
  if (is_of(config, kind.place)) return kind.template_path;
  if (!config || !config->find) return {};
  for (const Glob& place : kind.places) {
    if (std::string found = config->find(place); !found.empty()) return found;
  }
  return {};
}

// Takes the place of the pack's template if it carries directives, and else says which of the
// pack's sections there are.
void use_own_template(Kind& kind, const std::shared_ptr<const Source>& source, bool pack_sections,
                      Process& process) {
  process.sources.push_back(source);
  // MP330 tells of it; half a template asks for too little.
  if (is_in_conflict(Document(source))) return;
  auto own = std::make_shared<const Template>(source);
  if (own->has_directives()) {
    kind.pattern = std::move(own);
    return;
  }
  if (own->sections().size() < 2) return;  // a title alone says nothing of sections
  kind.pattern =
      join_templates(*kind.pattern, *own, {process.phrases, process.renames, pack_sections});
  kind.repository = std::move(own);
}

// Whether the lines of a repository's template are the pack's: then so are its earlier ones.
bool is_known(const Template& own, const Lineage& lineage) {
  constexpr double kMost = 0.9;
  const auto known = std::ranges::count_if(
      own.lines(), [&](std::uint64_t line) { return lineage.lines.contains(line); });
  return static_cast<double>(known) >= kMost * static_cast<double>(own.lines().size());
}

// Authors may have left what the template said when they began.
void add_past(Kind& kind, const std::string& path, const Config& config) {
  const Template& own = kind.repository ? *kind.repository : *kind.pattern;
  if (!config.past) return;
  kind.past =
      std::make_shared<const PastTemplates>([read = config.past, path] { return read(path); });
  kind.past_known = is_known(own, kind.lineage);
}

// Stands for a template that cannot be read.
std::shared_ptr<const Template> no_template() {
  return std::make_shared<const Template>(std::make_shared<const Source>("", ""));
}

// Reads the template; the empty one when that fails.
void load_pattern(Kind& kind, const PackFiles& files, const std::string& path, Process& process,
                  PackErrors& errors) {
  const auto source = path.empty() ? nullptr : read_named(files, path, kind.place, errors);
  if (source) process.sources.push_back(source);
  if (!source) errors.doubt_sections();
  kind.pattern = source ? std::make_shared<const Template>(source) : no_template();
}

// A kind's template comes from the pack; the repository's own replaces it or says which of its
// sections there are.
void load_kind(Kind& kind, const Layers& layers, const Config* config, const TemplateNotes& notes,
               Process& process, PackErrors& errors) {
  const Layers::NamedFile in_pack = layers.template_of(kind.id);
  const bool only_own = is_of(config, kind.place) && in_pack.path.empty();
  if (const auto places = notes.places.find(kind.id); places != notes.places.end()) {
    kind.places = places->second;
  }
  const std::string own_path = own_template(kind, config);
  if (only_own) {
    load_pattern(kind, layers.files_at(kind.place), kind.template_path, process, errors);
  } else {
    load_pattern(kind, layers.files_at(in_pack.place), in_pack.path, process, errors);
  }
  if (!own_path.empty() && !only_own) {
    const auto own = read_named({config->folder, config->read}, own_path, kind.place, errors);
    if (own) use_own_template(kind, own, notes.pack_sections, process);
    if (!own) errors.doubt_sections();
  }
  if (!own_path.empty()) {
    process.layout.ignore.emplace_back(own_path);
    kind.own_path = own_path;
  }
  if (!kind.metadata_path.empty()) {
    kind.metadata = read_named(layers.files_at(kind.metadata_place), kind.metadata_path,
                               kind.metadata_place, errors);
    if (kind.metadata) process.sources.push_back(kind.metadata);
  }
  if (!kind.lineage_path.empty()) {
    const auto source = read_named(layers.files_at(kind.lineage_place), kind.lineage_path,
                                   kind.lineage_place, errors);
    if (source) {
      process.sources.push_back(source);
      auto lineage = parse_lineage(*source);
      if (!lineage) errors.add({}, lineage.error().message);
      if (lineage) kind.lineage = std::move(*lineage);
    }
  }
  if (!own_path.empty()) add_past(kind, own_path, *config);
}

void load_start(const Layers& layers, Process& process, PackErrors& errors) {
  for (StartingFile& file : process.start) {
    file.source = read_named(layers.files_at(file.place), file.from, file.place, errors);
    if (file.source) process.sources.push_back(file.source);
  }
}

void load_tracking(const Layers& layers, Process& process, TrackingForm& form, PackErrors& errors) {
  if (!form.present()) return;
  form.source = read_named(layers.files_at(form.template_place), form.template_path,
                           form.template_place, errors);
  if (form.source) process.sources.push_back(form.source);
}

// Reads all that can be read; what is wrong is in `errors`.
std::shared_ptr<Process> load_all(const std::shared_ptr<const Source>& source,
                                  const PackFiles& pack, const Config* config, PackErrors& errors) {
  auto process = std::make_shared<Process>();
  Layers layers(config, errors);
  if (!layers.read(source, pack, *process)) return process;
  TemplateNotes notes;
  YamlReader reader(layers.tree());
  read_process(reader, layers.tree().root(), *process, notes);
  for (const PackError& error : reader.errors().all()) {
    errors.add(error.place, error.message);
    errors.doubt(error.place);
  }
  add_usual_fields(*process);
  for (Kind& kind : process->kinds) load_kind(kind, layers, config, notes, *process, errors);
  if (config && config->read) go_by_own_metadata(*process, *config);
  load_start(layers, *process, errors);
  load_tracking(layers, *process, process->tracking, errors);
  for (Kind& kind : process->kinds) load_tracking(layers, *process, kind.tracking, errors);
  validate(*process, errors);
  return process;
}

// The first; of the others, how to see them.
Error first_of(const std::vector<PackError>& errors) {
  std::string message = to_string(errors.front());
  if (errors.size() > 1) {
    message += fmt::format(" (and {}; `milepost process check` lists them)",
                           counted(errors.size() - 1, "more error"));
  }
  return {std::move(message)};
}

}  // namespace

std::vector<std::string> built_in_packs() {
  std::set<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with(kPackRoot)) continue;
    const auto [name, rest] = cut(file.path.substr(kPackRoot.size()), '/');
    if (!rest.empty()) names.emplace(name);
  }
  return {names.begin(), names.end()};
}

PackFiles built_in_pack(std::string_view name) {
  const auto read = [](const std::string& path) -> Result<std::shared_ptr<const Source>> {
    const auto bytes = find_embedded(path);
    if (!bytes) return failure("no such file in the pack");
    return std::make_shared<const Source>(path, std::string(*bytes));
  };
  return {fmt::format("{}{}/", kPackRoot, name), read};
}

namespace {

// Lays the layout of a pack over what is there.
void lay_layout(PackTree& tree, const std::shared_ptr<const Source>& source, PackLayerKind kind,
                PackErrors& errors) {
  const auto part = layout_in(source->text());
  std::optional<YamlNode> root;
  if (part) {
    Yaml yaml(*source, *part);
    for (const YamlProblem& problem : yaml.problems()) {
      errors.add({source.get(), problem.span}, problem.message);
    }
    root = std::move(yaml).take_root();
  } else if (!(root = parse_layer(source, errors))) {
    return;
  }
  tree.lay_over({source, kind, {}}, std::move(*root), errors);
}

}  // namespace

Result<Layout> load_layout(const PackFiles& pack) {
  TRY(const auto source, pack.read(pack.folder + "process.yaml"));
  PackErrors errors;
  PackTree tree;
  const std::vector<std::string> packs = built_in_packs();
  const std::string_view base = extended_by(source->text());
  if (std::ranges::find(packs, base) != packs.end()) {
    const std::vector<PackFiles> bases = with_extended(base);
    for (std::size_t i = 0; i < bases.size(); ++i) {
      TRY(const auto below, bases[i].read(bases[i].folder + "process.yaml"));
      lay_layout(tree, below, layer_kind(i), errors);
    }
  }
  lay_layout(tree, source, PackLayerKind::kPack, errors);
  if (!errors.empty()) return failure(to_string(errors.all().front()));
  Process process;
  YamlReader reader(tree);
  read_layout_of(reader, tree.root(), process);
  if (reader.error()) return tl::unexpected(*reader.error());
  return std::move(process.layout);
}

Result<std::string> fallback_pack() {
  for (const std::string& name : built_in_packs()) {
    TRY(const auto layout, load_layout(built_in_pack(name)));
    if (layout.fallback) return name;
  }
  return failure("no pack that is built in says `fallback: true`");
}

Result<PackChoice> read_pack_choice(const Source& config) {
  TRY(const auto yaml, parse_trusted(config));
  YamlReader reader(config);
  const YamlNode* node = yaml.root().find("process");
  PackChoice choice{reader.text(yaml.root(), "process"),
                    reader.place(node ? node->span : yaml.root().span)};
  for (const YamlEntry& entry : yaml.root().entries) {
    if (node || nearest(entry.key, std::vector<std::string_view>{"process"}).empty()) continue;
    choice.misspelt = entry.key;
    choice.place = reader.place(entry.key_span);
    break;
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return choice;
}

Result<PackCheck> check_pack(const PackFiles& pack, const Config* config) {
  const std::string path = pack.folder + "process.yaml";
  TRY(const auto source, within("reading " + path, pack.read(path)));
  PackErrors errors;
  PackCheck check;
  check.process = load_all(source, pack, config, errors);
  check.errors = errors.shown({config ? config->source.get() : nullptr, source.get()});
  return check;
}

Result<MergedPack> merge_pack(const PackFiles& pack, const Config* config) {
  const std::string path = pack.folder + "process.yaml";
  TRY(const auto source, within("reading " + path, pack.read(path)));
  PackErrors errors;
  Process process;
  Layers layers(config, errors);
  layers.read(source, pack, process);
  if (!errors.empty()) {
    return tl::unexpected(
        first_of(errors.shown({config ? config->source.get() : nullptr, source.get()})));
  }
  return std::move(layers).take_merged();
}

Result<std::shared_ptr<const Process>> load_process(const PackFiles& pack, const Config* config) {
  TRY(auto check, check_pack(pack, config));
  if (!check.errors.empty()) return tl::unexpected(first_of(check.errors));
  return std::move(check.process);
}

}  // namespace milepost
