#include "features/process/new_pack.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/named_path.h"
#include "features/process/check_process.h"
#include "features/process/examples.h"
#include "features/process/guess_layout.h"
#include "features/process/guess_metadata.h"
#include "features/process/guess_sections.h"
#include "features/process/pack_yaml.h"
#include "features/process/try_pack.h"
#include "process/file_slug.h"
#include "process/load.h"

namespace milepost::process {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTemplateFile = "template.md";

// The nearest folder that is there: what is to be made lies below it.
fs::path standing_above(fs::path path) {
  std::error_code unknown;
  while (!fs::is_directory(path, unknown) && path != path.parent_path()) path = path.parent_path();
  return path;
}

Result<std::string> name_of_pack(const fs::path& folder) {
  const std::string name = folder.filename().string();
  const std::vector<std::string> packs = built_in_packs();
  if (std::ranges::find(packs, name) != packs.end()) {
    return failure(
        fmt::format("{} is the name of a pack that is built in; give it another, or "
                    "see `milepost process show {}`",
                    name, name));
  }
  if (is_path_name(name)) return name;
  return failure(
      fmt::format("the name of a process is one of letters, digits and hyphens, as "
                  "that of its folder: not \"{}\"",
                  name));
}

// Without examples nothing is known of where they lie but the template's own folder.
std::vector<std::string> paths_of(const Examples& examples) {
  std::vector<std::string> paths;
  for (const ExampleProposal& example : examples.all) paths.push_back(example.path);
  if (!paths.empty()) return paths;
  const std::size_t slash = examples.template_path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "proposals/" : examples.template_path.substr(0, slash + 1);
  return {folder + "0001-first.md"};
}

// Where a pack that lies outside of the repository is laid in it, to be tried.
std::string folder_to_try(const Examples& examples, const PackFacts& facts) {
  if (!facts.folder_in_root.empty()) return facts.folder_in_root;
  std::string folder = facts.name;
  std::error_code unknown;
  while (fs::exists(fs::path(examples.root) / folder, unknown)) folder += "-tried";
  return folder;
}

PackTrial trial_of(const NewPack& pack, const Examples& examples, const PackFacts& facts,
                   Instant now) {
  TriedPack tried{folder_to_try(examples, facts), {}};
  for (const FileChange& change : pack.changes) {
    const std::string name = fs::path(change.path).filename().string();
    tried.files[tried.folder + "/" + name] = change.after;
  }
  auto trial = try_pack(tried, examples, now);
  if (trial) return std::move(*trial);
  PackTrial failed;
  failed.done = true;
  failed.new_fault = trial.error().message;
  return failed;
}

// Loads what was planned, as it will be read.
Result<PackCheck> check_planned(const NewPack& pack, const std::string& folder) {
  const auto read = [&](const std::string& path) -> Result<std::shared_ptr<const Source>> {
    const auto change = std::ranges::find(pack.changes, path, &FileChange::path);
    if (change == pack.changes.end()) return failure("there is no such file");
    return std::make_shared<const Source>(path, *change->after);
  };
  return check_pack({folder, read}, nullptr);
}

}  // namespace

Result<NewPack> plan_pack(const std::string& directory, const NewPackOptions& options) {
  std::error_code failed;
  const fs::path here = fs::weakly_canonical(directory, failed);
  const fs::path folder = fs::weakly_canonical(here / options.folder, failed);
  NewPack pack;
  TRY(pack.name, name_of_pack(folder.has_filename() ? folder : folder.parent_path()));
  pack.folder = options.folder;
  pack.root = standing_above(folder).string();
  const std::string below = folder.lexically_relative(pack.root).string();
  const std::string before = below == "." ? "" : below + "/";

  TRY(const auto examples, read_examples(directory, options.template_word, options.examples));
  const LayoutGuess layout = guess_layout(paths_of(examples));
  const MetadataGuess metadata = guess_metadata(examples, layout);
  const SectionsGuess sections = guess_sections(examples, layout);
  pack.examples = examples.all.size();
  pack.unlike = examples.unlike;
  pack.not_markdown = examples.not_markdown;
  pack.unread = examples.unread;

  const PackFacts facts{pack.name,
                        options.folder,
                        path_below(examples.root, folder.string()).value_or(""),
                        kTemplateFile,
                        metadata.template_file,
                        options.template_word};
  const auto add = [&](const std::string& name, std::string text) {
    pack.changes.push_back({before + name, std::nullopt, std::move(text)});
  };
  add("process.yaml", write_pack_yaml(facts, examples, layout, metadata, sections));
  add(kTemplateFile, with_directives(*examples.template_source, sections));
  for (const auto& source : examples.beside_template) {
    if (source->path() == metadata.template_file) {
      add(metadata.template_file, std::string(source->text()));
    }
  }
  for (const FileChange& change : pack.changes) {
    if (fs::exists(fs::symlink_status(fs::path(pack.root) / change.path, failed))) {
      return failure(
          fmt::format("{} is there already and stays as it is; name another folder",
                      (fs::path(options.folder) / fs::path(change.path).filename()).string()));
    }
  }
  TRY(const auto check, check_planned(pack, before));
  pack.faults = faults_of(check, directory);
  if (pack.faults.empty()) pack.trial = trial_of(pack, examples, facts, options.now);
  return pack;
}

Result<void> make_pack(const NewPack& pack) { return apply_changes(pack.root, pack.changes); }

}  // namespace milepost::process
