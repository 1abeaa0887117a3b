#include "proposal/repository.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/change_set.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/strings.h"
#include "process/load.h"
#include "process/validate.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

constexpr const char* kConfigName = "milepost.yaml";

PackFiles pack_in_folder(const std::string& folder) {
  return {folder + "/",
          [](const std::string& path) { return read_source(path, path, kLimits.document_bytes); }};
}

bool is_there(const fs::path& path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

// Whether any file below the root matches. Patterns begin with literal folders,
// so this looks at few places.
bool any_match(const fs::path& root, const Glob& glob) {
  if (glob.is_literal()) return is_there(root / glob.pattern());
  std::vector<std::string> open{glob.literal_prefix()};
  while (!open.empty()) {
    const std::string folder = std::move(open.back());
    open.pop_back();
    std::error_code failed;
    for (fs::directory_iterator at(root / folder, failed), end; !failed && at != end;
         at.increment(failed)) {
      const std::string name = at->path().filename().string();
      std::string path = folder.empty() ? name : fmt::format("{}/{}", folder, name);
      if (glob.matches(path)) return true;
      std::error_code unknown_kind;
      if (glob.may_match_below(path) && at->is_directory(unknown_kind))
        open.push_back(std::move(path));
    }
  }
  return false;
}

fs::path find_config(const fs::path& start) {
  for (fs::path at = start;; at = at.parent_path()) {
    if (is_there(at / kConfigName)) return at / kConfigName;
    if (at == at.parent_path() || is_there(at / ".git")) return {};
  }
}

Result<PackFiles> find_pack(const std::string& name, const std::string& base) {
  const std::vector<std::string> packs = built_in_packs();
  if (std::ranges::find(packs, name) != packs.end()) return built_in_pack(name);
  const fs::path folder = fs::path(base) / name;
  if (is_there(folder / "process.yaml")) return pack_in_folder(folder.string());
  return failure(fmt::format("{} (a folder with a process.yaml may be named too)",
                             unknown("process", name, packs)));
}

Result<Repository> open_configured(const fs::path& path, const std::string& process) {
  auto source = read_source(path.string(), path.filename().string(), kLimits.yaml_bytes);
  if (!source) return tl::unexpected(std::move(source.error()).within(kConfigName));
  const std::string root = path.parent_path().string();
  Config config{*source, root + "/", [](const std::string& file) {
                  return read_source(file, file, kLimits.document_bytes);
                }};
  auto choice = read_pack_choice(**source);
  if (!choice) return tl::unexpected(std::move(choice.error()));
  const std::string& name = process.empty() ? choice->process : process;
  if (name.empty())
    return failure_at(choice->place, "`process:` must name the process, such as kep");
  auto pack = find_pack(name, root);
  if (!pack) return failure_at(choice->place, pack.error().message);
  auto loaded = load_process(*pack, &config);
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  return Repository{root, std::move(*loaded), {}};
}

struct Sign {
  std::string pack;
  Glob glob;
};

// What the built-in packs are recognised by, the most telling first: a longer
// path is seldom there by chance.
Result<std::vector<Sign>> read_signs(const std::vector<std::string>& packs,
                                     const std::string& base) {
  std::vector<Sign> signs;
  for (const std::string& name : packs) {
    auto pack = find_pack(name, base);
    if (!pack) return tl::unexpected(std::move(pack.error()));
    auto layout = load_layout(*pack);
    if (!layout) return tl::unexpected(std::move(layout.error()));
    for (Glob& glob : layout->recognised_by) signs.push_back({name, std::move(glob)});
  }
  const auto telling = [](const Sign& sign) {
    return std::pair(-std::ranges::count(sign.glob.pattern(), '/'), sign.pack);
  };
  std::ranges::sort(signs, {}, telling);
  return signs;
}

// The folder at or above `start`, within its git work tree, where the sign is.
std::optional<fs::path> find_sign(const fs::path& start, const Glob& glob) {
  for (fs::path at = start;; at = at.parent_path()) {
    if (any_match(at, glob)) return at;
    if (at == at.parent_path() || is_there(at / ".git")) return std::nullopt;
  }
}

bool ignored(const Layout& layout, std::string_view path) {
  return std::ranges::any_of(layout.ignore, [&](const Glob& glob) { return glob.matches(path); });
}

bool is_document(const Layout& layout, std::string_view path) {
  return !ignored(layout, path) && std::ranges::any_of(layout.documents, [&](const Glob& glob) {
    return glob.matches(path);
  });
}

std::string metadata_name(const Layout& layout) {
  for (const MetadataSource& source : layout.metadata) {
    if (source.form == MetadataForm::kFile) return source.name;
  }
  return {};
}

// Paths in a repository have `/` between their parts and none at either end.
std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string beside(std::string_view path, std::string_view name) {
  std::string found(path.substr(0, path.rfind('/') + 1));
  return found.append(name);
}

// The document that belongs to a metadata file: the pattern's own file name.
std::string document_beside(const Layout& layout, const std::string& metadata) {
  for (const Glob& glob : layout.documents) {
    std::string document = beside(metadata, file_name(glob.pattern()));
    if (is_document(layout, document)) return document;
  }
  return {};
}

Result<Repository> find_repository(const std::string& directory, const std::string& process) {
  std::error_code failed;
  const fs::path start = fs::weakly_canonical(directory, failed);
  if (failed) return failure(fmt::format("{}: {}", directory, failed.message()));
  if (const fs::path config = find_config(start); !config.empty()) {
    return open_configured(config, process);
  }
  const auto signs =
      read_signs(process.empty() ? built_in_packs() : std::vector<std::string>{process}, directory);
  if (!signs) return tl::unexpected(signs.error());
  for (const Sign& sign : *signs) {
    const auto root = find_sign(start, sign.glob);
    if (!root) continue;
    auto loaded = load_pack(sign.pack, directory);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    std::string how;
    if (process.empty()) {
      how = fmt::format("process {}, recognised by {}", sign.pack, sign.glob.pattern());
    }
    return Repository{root->string(), std::move(*loaded), std::move(how)};
  }
  Repository unrecognised{start.string(), nullptr, {}};
  if (!process.empty()) {
    auto loaded = load_pack(process, directory);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    unrecognised.process = std::move(*loaded);
  }
  return unrecognised;
}

}  // namespace

std::string Repository::shown_path(const std::string& path) const {
  if (!from.empty()) return fs::path(path).lexically_relative(from).string();
  return shown.empty() ? path : shown + "/" + path;
}

Result<std::shared_ptr<const Process>> load_pack(const std::string& name, const std::string& base) {
  auto pack = find_pack(name, base);
  if (!pack) return tl::unexpected(std::move(pack.error()));
  return load_process(*pack, nullptr);
}

Result<Repository> open_repository(const std::string& directory, const std::string& process) {
  auto repository = find_repository(directory, process);
  // What cannot be settled, since one may not write here, is left to the next change.
  if (repository && repository->process) (void)recover_changes(repository->root);
  return repository;
}

ProposalList find_proposals(const Repository& repository, const std::string& folder) {
  const Layout& layout = repository.process->layout;
  const std::string metadata = metadata_name(layout);
  const auto full = [&](std::string_view path) {
    return folder.empty() ? std::string(path) : (folder + "/").append(path);
  };
  const auto wanted = [&](std::string_view path, EntryKind kind) {
    const std::string name = full(path);
    if (kind == EntryKind::kDirectory) {
      return std::ranges::any_of(layout.documents,
                                 [&](const Glob& glob) { return glob.may_match_below(name); });
    }
    if (is_document(layout, name)) return true;
    return !metadata.empty() && file_name(name) == metadata && !ignored(layout, name) &&
           !document_beside(layout, name).empty();
  };
  const std::string start = folder.empty() ? repository.root : repository.root + "/" + folder;
  const Walk walked = walk(start, wanted);

  ProposalList list;
  std::vector<std::string> files;
  for (const WalkedFile& file : walked.files) files.push_back(full(file.path));
  for (const WalkProblem& problem : walked.problems) {
    const bool odd_file =
        problem.kind == WalkProblemKind::kNotAFile || problem.kind == WalkProblemKind::kUnreadable;
    // It is not as if there were nothing: whoever reads it is told what is wrong.
    if (odd_file && wanted(problem.path, EntryKind::kFile)) {
      files.push_back(full(problem.path));
    } else {
      list.troubles.push_back({full(problem.path), problem.message});
    }
  }
  std::set<std::string> unclaimed;  // metadata files whose document was not seen yet
  std::vector<std::string> documents;
  for (std::string& file : files) {
    const bool is_metadata = !metadata.empty() && file_name(file) == metadata;
    if (is_metadata)
      unclaimed.insert(std::move(file));
    else
      documents.push_back(std::move(file));
  }
  for (std::string& document : documents) {
    std::string own = metadata.empty() ? std::string() : beside(document, metadata);
    if (unclaimed.erase(own) == 0) own.clear();
    list.proposals.push_back({std::move(document), std::move(own), true});
  }
  for (const std::string& path : unclaimed) {
    list.proposals.push_back({document_beside(layout, path), path, false});
  }
  std::ranges::sort(list.proposals, {}, &ProposalFiles::document);
  return list;
}

ProposalFiles files_of(const Repository& repository, const std::string& path) {
  const Layout& layout = repository.process->layout;
  const std::string metadata = metadata_name(layout);
  if (!metadata.empty() && file_name(path) == metadata) {
    std::string document = document_beside(layout, path);
    if (document.empty()) document = beside(path, "README.md");
    const bool has = is_there(fs::path(repository.root) / document);
    return {std::move(document), path, has};
  }
  const std::string own = metadata.empty() ? std::string() : beside(path, metadata);
  const bool has = !own.empty() && is_there(fs::path(repository.root) / own);
  return {path, has ? own : std::string(), true};
}

}  // namespace milepost
