#include "workspace/judged_process.h"

#include <algorithm>
#include <filesystem>

#include "base/beneath.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "process/moves.h"
#include "process/validate.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// What only other kinds need is not asked for of this one.
void keep_needs_of(const std::string& kind, When& need) {
  if (need.kinds.empty()) return;
  const bool of_kind = std::ranges::find(need.kinds, kind) != need.kinds.end();
  if (!of_kind) need = {};
  need.kinds.clear();
  need.kind_places.clear();
  need.always = of_kind && !need.ever();
}

void keep_conditions_of(const std::string& kind, Gate& gate) {
  std::erase_if(gate.conditions, [&](const Condition& condition) {
    return !condition.kinds.empty() &&
           std::ranges::find(condition.kinds, kind) == condition.kinds.end();
  });
  for (Condition& condition : gate.conditions) condition.kinds.clear();
}

Result<std::shared_ptr<const Source>> read_template(const TemplatePlace& place,
                                                    const std::string& root, const FileTree& tree,
                                                    const std::string& shown) {
  // As the tree has it: where a link on disk leads is another matter.
  if (place.named && tree.kind(*place.named) == PathKind::kFile) {
    return within(shown, tree.read(*place.named, shown, kLimits.document_bytes));
  }
  auto source = place.path ? tree.read(*place.path, shown, kLimits.document_bytes)
                           : read_named(place.full, shown, kLimits.document_bytes, root);
  if (!source) return tl::unexpected(std::move(source.error()).within(shown));
  return source;
}

// The path of a file of the root's git repository from the root, by its name alone.
std::optional<std::string> path_by_name(const std::string& root, const std::string& named) {
  const std::string top = work_tree_around(root).value_or(root);
  const auto below = path_below(top, named);
  if (!below) return std::nullopt;
  return (fs::path(top) / *below).lexically_relative(root).generic_string();
}

// The same process with one kind: whatever the template, named by the path, says.
Result<std::shared_ptr<const Process>> with_template(const Process& process,
                                                     const std::shared_ptr<const Source>& source,
                                                     const std::string& path,
                                                     const std::string& kind_id) {
  auto changed = std::make_shared<Process>(process);
  Kind kind;
  kind.id = process.find_kind(kind_id) ? kind_id : process.kinds.front().id;
  kind.template_path = path;
  kind.pattern = std::make_shared<const Template>(source);
  changed->kinds.clear();
  changed->kinds.push_back(std::move(kind));
  changed->sources.push_back(source);
  // The pack's gates name sections of the pack's template: those this one has
  // count, and a status whose gate has none left asks for what the stage does.
  const Template& pattern = *changed->kinds.front().pattern;
  for (Gate& gate : changed->gates) {
    std::erase_if(gate.sections,
                  [&](const std::string& title) { return !pattern.find(heading_key(title)); });
    gate.section_places.resize(gate.sections.size());
    keep_conditions_of(changed->kinds.front().id, gate);
  }
  for (Status& status : changed->statuses) {
    const Gate* gate = changed->find_gate(status.due);
    if (gate && gate->sections.empty()) status.due.clear();
  }
  for (Field& field : changed->fields) keep_needs_of(changed->kinds.front().id, field.needed);
  for (Review& review : changed->reviews) keep_needs_of(changed->kinds.front().id, review.needed);
  changed->layout.least_headings = 0;
  if (auto valid = validate(*changed); !valid) return tl::unexpected(std::move(valid.error()));
  return std::shared_ptr<const Process>(std::move(changed));
}

}  // namespace

Fingerprint JudgedProcess::fingerprint() const {
  return fingerprint_.get([&] {
    Fingerprinter print;
    print.add(process->name).add(process->sources.size());
    for (const auto& source : process->sources) print.add(source->path()).add(source->text());
    for (const Kind& one : process->kinds) {
      if (!one.telling_past()) continue;
      for (const PastText& text : one.past->texts()) {
        print.add(text.source->path()).add(text.source->text());
      }
    }
    // What load_fallback() takes away is in no file.
    print.add(process->lists_fields).add(process->layout.path.text());
    print.add(process->layout.least_headings).add(process->fields.size());
    for (const Field& field : process->fields) print.add(field.id);
    // Nor is what git knows.
    print.add(process->layout.remotes.size()).add(process->layout.git_folder);
    for (const std::string& remote : process->layout.remotes) print.add(remote);
    print.add(options.template_path).add(options.kind).add(options.stage).add(options.all);
    for (const auto* const names : {&options.select, &options.ignore}) {
      print.add(names->size());
      for (const std::string& name : *names) print.add(name);
    }
    return print.made();
  });
}

Result<std::shared_ptr<Process>> load_fallback(const std::string& directory) {
  TRY(const auto name, fallback_pack());
  TRY(const auto pack, load_pack(name, directory));
  auto process = std::make_shared<Process>(*pack);
  process->lists_fields = false;
  process->layout.path = {};
  std::erase_if(process->fields, [](const Field& field) {
    constexpr FieldRole kKept[] = {FieldRole::kStatus,  FieldRole::kStage,
                                   FieldRole::kKind,    FieldRole::kCreated,
                                   FieldRole::kUpdated, FieldRole::kTemplateVersion};
    return std::ranges::find(kKept, field.role) == std::end(kKept);
  });
  for (Field& field : process->fields) field.needed = {};
  // What speaks of the fields that are gone.
  process->reviews.clear();
  process->roles.clear();
  process->calendar.by.clear();
  process->tracking = {};
  for (Status& status : process->statuses) {
    for (Move& move : status.moves) move.by.clear();
  }
  for (Gate& gate : process->gates) gate.conditions.clear();
  for (Kind& kind : process->kinds) kind.excludes.clear();
  return process;
}

TemplatePlace find_template(const std::string& directory, const std::string& root,
                            const std::string& path) {
  std::error_code failed;
  const std::string named = (fs::weakly_canonical(directory, failed) / path).string();
  const auto by_name = path_by_name(root, named);
  const auto found = follow_named(named, root);
  // Whoever reads it is told why it cannot be found.
  if (!found) return {named, std::nullopt, by_name};
  const fs::path full = *found;
  const fs::path below = full.lexically_relative(root);
  if (below.empty() || *below.begin() == "..") return {full.string(), std::nullopt, by_name};
  return {full.string(), below.string(), by_name};
}

Result<std::shared_ptr<const JudgedProcess>> make_judged_process(
    std::shared_ptr<const Process> process, const std::string& directory, const std::string& root,
    const FileTree& tree, const JudgingOptions& options) {
  if (const std::string& path = options.template_path; !path.empty()) {
    TRY(const auto source, read_template(find_template(directory, root, path), root, tree, path));
    TRY(process, with_template(*process, source, path, options.kind));
  }
  const Kind* kind = nullptr;
  if (!options.kind.empty()) {
    kind = process->find_kind(options.kind);
    if (!kind) {
      std::vector<std::string> kinds;
      for (const Kind& known : process->kinds) kinds.push_back(known.id);
      return failure(unknown("kind", options.kind, kinds));
    }
  }
  JudgingOptions meant = options;
  meant.stage = stage_called(*process, options.stage);
  if (!meant.stage.empty() && !process->has_stage(meant.stage)) {
    return failure(process->ladders.empty()
                       ? "the process " + process->name + " has no stages"
                       : unknown("stage", options.stage, process->stage_names()));
  }
  auto engine = RuleEngine::make(*process, options.select, options.ignore, options.all);
  if (!engine) return tl::unexpected(std::move(engine.error()));
  auto judged = std::make_shared<JudgedProcess>(std::move(process), std::move(*engine), meant);
  judged->kind = kind;
  return std::shared_ptr<const JudgedProcess>(std::move(judged));
}

}  // namespace milepost
