#include "proposal/repository.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "base/beneath.h"
#include "base/change_set.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "base/openings.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "git/remotes.h"
#include "process/load.h"
#include "process/validate.h"
#include "proposal/judgement.h"
#include "proposal/past_texts.h"

namespace milepost {

namespace fs = std::filesystem;

// What a pack is recognised by.
struct Sign {
  std::string pack;
  Glob glob;
  std::vector<Glob> ignore;  // what the pack says is no proposal, although it matches
  bool by_text = false;      // documents tell, too: others lie in such places as well
};

namespace {

constexpr const char* kConfigName = "milepost.yaml";

using TreePointer = std::shared_ptr<const FileTree>;

// A folder, and where it is found.
struct TreePlace {
  TreePointer tree;  // everything the folder may lie in
  std::string top;   // what the tree stands for, absolute; "" is the root of the system
  std::string folder;

  std::string path(const std::string& name) const {
    return folder.empty() ? name : fmt::format("{}/{}", folder, name);
  }
  bool has(const std::string& name) const { return tree->has(path(name)); }
  std::string full() const { return folder.empty() ? top : fmt::format("{}/{}", top, folder); }
  TreePlace with(std::string other) const { return {tree, top, std::move(other)}; }
};

// The same folder as the top of a tree that reading does not leave.
TreePlace enclosed(const TreePlace& place) {
  return {place.tree->below(place.folder), place.full(), {}};
}

std::string parent_of(const std::string& folder) {
  const std::size_t slash = folder.rfind('/');
  return slash == std::string::npos ? std::string() : folder.substr(0, slash);
}

// Where packs named by the user are looked for: on disk, from a folder.
TreePlace on_disk(const std::string& folder) {
  std::error_code failed;
  const std::string full = fs::weakly_canonical(folder, failed).string();
  return {disk_tree("/"), "", full.substr(std::min<std::size_t>(1, full.size()))};
}

// Where packs that the user names are looked for, seen from a folder of a state.
TreePlace packs_base(const TreePlace& start) {
  return start.top.empty() ? on_disk(start.full()) : start;
}

// Reads what is asked for by its full name.
ReadFile reader_of(const TreePlace& place) {
  return [place](const std::string& name) {
    return place.tree->read(name.substr(place.top.size() + 1), name, kLimits.document_bytes);
  };
}

// The first file below the root that matches, for which `wanted` holds. Patterns begin with literal
// folders, so this looks at few places.
template <typename Wanted>
std::optional<std::string> find_match(const TreePlace& root, const Glob& glob,
                                      const Wanted& wanted) {
  if (glob.is_literal()) {
    return root.has(glob.pattern()) ? std::optional(glob.pattern()) : std::nullopt;
  }
  std::vector<std::string> open{glob.literal_prefix()};
  while (!open.empty()) {
    const std::string folder = std::move(open.back());
    open.pop_back();
    for (const std::string& name : root.tree->list(root.path(folder))) {
      std::string path = folder.empty() ? name : fmt::format("{}/{}", folder, name);
      if (glob.matches(path) && wanted(path)) return path;
      if (glob.may_match_below(path) && root.tree->kind(root.path(path)) == PathKind::kFolder) {
        open.push_back(std::move(path));
      }
    }
  }
  return std::nullopt;
}

// A README alone is no sign of proposals; a file that the pack names in full always is.
bool has_sign(const TreePlace& root, const Sign& sign) {
  return find_match(root, sign.glob,
                    [&](const std::string& path) {
                      return std::ranges::none_of(
                          sign.ignore, [&](const Glob& other) { return other.matches(path); });
                    })
      .has_value();
}

// The folder at or above `start`, within its git work tree, that has something.
template <typename Has>
std::optional<TreePlace> find_upwards(TreePlace at, const Has& has) {
  while (true) {
    if (has(at)) return at;
    if (at.folder.empty() || at.has(".git")) return std::nullopt;
    at = at.with(parent_of(at.folder));
  }
}

// Who names a pack: it is the user's own wish to read outside of the repository, not
// milepost.yaml's.
enum class PackNamer : std::uint8_t { kUser, kRepository };

// A pack that the user keeps anywhere. In a work tree of git's its links stay there.
Result<TreePlace> place_of_users_pack(const std::string& path) {
  TRY(const auto folder, within(path, follow_named(path)));
  const TreePlace at = on_disk(folder);
  return work_tree_around(folder) ? enclosed(at) : at;
}

// Where a pack lies that is no built-in one; relative names are seen from `base`.
Result<TreePlace> place_of_pack(const std::string& name, const TreePlace& base, PackNamer namer,
                                const TreePlace& state) {
  const bool absolute = name.starts_with('/');
  const fs::path full = absolute ? fs::path(name) : fs::path(base.full()) / name;
  const fs::path below = full.lexically_normal().lexically_relative(base.full());
  const bool leaves = below.empty() || *below.begin() == "..";
  if (namer == PackNamer::kUser) {
    // What lies among the files of the state is the state's, whatever the disk has there.
    if (const auto inside = path_below(state.top, full.string())) {
      TreePlace at = state.with(*inside);
      if (at.has("process.yaml")) return at;
    }
    if (absolute || leaves || !state.top.empty()) return place_of_users_pack(full.string());
  }
  const TreePlace top = enclosed(base);
  TreePlace at = top.with(absolute ? below.string() : name);
  if (leaves && !at.has("process.yaml")) {
    return failure(fmt::format(
        "the process `{}` lies outside of the repository; such a folder is named with --process",
        name));
  }
  return at;
}

Result<PackFiles> find_pack(const std::string& name, const TreePlace& base, PackNamer namer,
                            const TreePlace& state) {
  const std::vector<std::string> packs = built_in_packs();
  if (std::ranges::find(packs, name) != packs.end()) return built_in_pack(name);
  TRY(const auto at, place_of_pack(name, base, namer, state));
  if (at.has("process.yaml")) return PackFiles{at.full() + "/", reader_of(at)};
  return failure(fmt::format("{} (a folder with a process.yaml may be named too)",
                             unknown("process", name, packs)));
}

// The process with what git knows of where the repository is shown.
std::shared_ptr<const Process> with_remotes(std::shared_ptr<const Process> process,
                                            const std::string& root) {
  GitRemotes remotes = find_remotes(root);
  if (remotes.addresses.empty()) return process;
  auto known = std::make_shared<Process>(*process);
  known->layout.remotes = std::move(remotes.addresses);
  if (root.size() > remotes.top.size() && root.starts_with(remotes.top + "/")) {
    known->layout.git_folder = root.substr(remotes.top.size() + 1);
  }
  return known;
}

// What a repository says of its process; `source` is its milepost.yaml, if it has one.
Config config_of(const TreePlace& root, std::shared_ptr<const Source> source) {
  const auto find = [root](const Glob& glob) {
    return find_match(root, glob, [](const std::string&) { return true; }).value_or("");
  };
  const auto past = [root](const std::string& path) { return past_texts(root.full(), path); };
  return {std::move(source), root.full() + "/", reader_of(root), find, past};
}

Result<Repository> open_configured(const TreePlace& found, const std::string& process) {
  const TreePlace root = enclosed(found);
  TRY(const auto source, within(kConfigName, root.tree->read(root.path(kConfigName), kConfigName,
                                                             kLimits.yaml_bytes)));
  const Config config = config_of(root, source);
  TRY(const auto choice, read_pack_choice(*source));
  const std::string& name = process.empty() ? choice.process : process;
  if (name.empty() && !choice.misspelt.empty()) {
    return failure_at(choice.place, fmt::format("`{}` is not known here; did you mean `process`?",
                                                choice.misspelt));
  }
  if (name.empty()) {
    TRY(const auto example, fallback_pack());
    return failure_at(choice.place, "`process:` must name the process, such as " + example);
  }
  auto pack =
      find_pack(name, root, process.empty() ? PackNamer::kRepository : PackNamer::kUser, found);
  if (!pack) return failure_at(choice.place, pack.error().message);
  // What adjusts one process is not laid over another.
  const std::vector<std::string> packs = built_in_packs();
  const bool is_other = !process.empty() && !choice.process.empty() && process != choice.process &&
                        std::ranges::find(packs, process) != packs.end();
  TRY(auto loaded, load_process(*pack, is_other ? nullptr : &config));
  return Repository{root.full(), with_remotes(std::move(loaded), root.full()), {}, {}, {},
                    root.tree};
}

// What the built-in packs are recognised by, the most telling first: a longer
// path is seldom there by chance, nor is a number or a day in a name.
Result<std::vector<Sign>> read_signs(const std::vector<std::string>& packs, const TreePlace& base,
                                     const TreePlace& state) {
  std::vector<Sign> signs;
  for (const std::string& name : packs) {
    TRY(const auto pack, find_pack(name, base, PackNamer::kUser, state));
    TRY(auto layout, load_layout(pack));
    for (Glob& glob : layout.recognised_by) {
      const bool by_text = layout.least_headings > 0 && !glob.is_literal();
      signs.push_back({name, std::move(glob), layout.ignore, by_text});
    }
  }
  const auto telling = [](const Sign& sign) {
    const std::string& pattern = sign.glob.pattern();
    // `**/` may stand for no folder.
    const std::ptrdiff_t folders =
        std::ranges::count(pattern, '/') - (pattern.find("**/") == pattern.npos ? 0 : 1);
    return std::tuple(-folders, -std::ranges::count(pattern, '{'), sign.pack);
  };
  std::ranges::stable_sort(signs, {}, telling);
  return signs;
}

Result<std::shared_ptr<const Process>> load_pack_from(const std::string& name,
                                                      const TreePlace& base, const TreePlace& state,
                                                      const Config* config = nullptr) {
  TRY(const auto pack, find_pack(name, base, PackNamer::kUser, state));
  return load_process(pack, config);
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

// Whether `owns` holds for the folder of a file, or one above it.
template <typename Owns>
bool any_folder_above(const std::string& path, const Owns& owns) {
  std::string folder = parent_of(path);
  while (!folder.empty()) {
    if (owns(folder)) return true;
    folder = parent_of(folder);
  }
  return false;
}

// By the path alone: it is in the folder of a proposal, and not where one may be itself.
bool is_inside_proposal(const Layout& layout, const std::string& path) {
  const std::string_view file = file_name(layout.path.text());
  // Where the name of a file tells proposals apart they have no folders.
  if (file.find('{') != file.npos || layout.path.match(path)) return false;
  return any_folder_above(path, [&](const std::string& folder) {
    return layout.path.match(fmt::format("{}/{}", folder, file)).has_value();
  });
}

// A README among a proposal's drawings, or metadata among its examples, is part of that
// proposal and none of its own.
void drop_inner_files(const Layout& layout, std::vector<ProposalFiles>& proposals) {
  const auto is_complete = [](const ProposalFiles& files) {
    return files.has_document && !files.metadata.empty();
  };
  std::set<std::string> folders;
  for (const ProposalFiles& files : proposals) {
    if (is_complete(files)) folders.insert(parent_of(files.document));
  }
  const auto is_known = [&](const std::string& folder) { return folders.contains(folder); };
  std::erase_if(proposals, [&](const ProposalFiles& files) {
    return !is_complete(files) && (is_inside_proposal(layout, files.document) ||
                                   any_folder_above(files.document, is_known));
  });
}

}  // namespace

Result<std::shared_ptr<const Source>> Repository::read(const std::string& path) const {
  return tree->read(path, shown_path(path), kLimits.document_bytes);
}

std::string Repository::shown_path(const std::string& path) const {
  if (!from.empty()) return fs::path(path).lexically_relative(from).string();
  return shown.empty() ? path : shown + "/" + path;
}

Result<std::shared_ptr<const Process>> load_pack(const std::string& name, const std::string& base) {
  const TreePlace place = on_disk(base);
  return load_pack_from(name, place, place);
}

struct RepositoryFinder::Signs {
  std::optional<std::vector<Sign>> known;
};

RepositoryFinder::RepositoryFinder(std::string process)
    : process_(std::move(process)), signs_(std::make_unique<Signs>()) {}
RepositoryFinder::~RepositoryFinder() = default;

namespace {

// Where a repository is, and how that is known.
struct Location {
  TreePlace root;
  bool configured = false;                      // by milepost.yaml
  const Sign* sign = nullptr;                   // else what it is recognised by; null: by nothing
  std::shared_ptr<const Process> process = {};  // that of the sign, where it was read already
};

// The process of a sign, where a document that lies as it says is one of the process. Business
// offers lie in docs/proposals, too.
Result<std::shared_ptr<const Process>> process_of_documents(const TreePlace& root, const Sign& sign,
                                                            const TreePlace& packs,
                                                            const TreePlace& start) {
  const TreePlace inside = enclosed(root);
  const Config config = config_of(inside, nullptr);
  TRY(auto process, load_pack_from(sign.pack, packs, start, &config));
  const Judge judge(*process);
  const auto is_one = [&](const std::string& path) {
    const auto source = inside.tree->read(path, path, kLimits.document_bytes);
    return source && !utf8::looks_binary((*source)->text()) &&
           judge.shared_headings(Document(*source)) >= process->layout.least_headings;
  };
  const auto is_document_here = [&](const std::string& path) {
    return is_document(process->layout, path) && is_one(path);
  };
  if (find_match(inside, sign.glob, is_document_here)) return process;
  const Repository repository{root.full(), process, {}, {}, {}, inside.tree};
  for (const ProposalFiles& files : find_proposals(repository, {}).proposals) {
    if (!files.metadata.empty() || is_one(files.document)) return process;
  }
  return std::shared_ptr<const Process>();
}

// States of git are all in one.
bool is_in_work_tree(const TreePlace& start) {
  return !start.top.empty() ||
         find_upwards(start, [](const TreePlace& at) { return at.has(".git"); });
}

// Whether a folder below `root`, or that itself, is one in which what is recognised may lie.
// Without git little else tells a repository from the folder above it, which may be anything: a
// home folder with a clone called "keps" is none.
bool leads_to(const Glob& glob, const TreePlace& root, const TreePlace& folder) {
  if (root.folder == folder.folder || glob.is_literal()) return true;
  return glob.may_match_below(
      folder.folder.substr(root.folder.empty() ? 0 : root.folder.size() + 1));
}

// `signs` are read when they are first needed.
Result<Location> locate(const TreePlace& start, const std::string& process,
                        std::optional<std::vector<Sign>>& signs) {
  if (auto root = find_upwards(start, [](const TreePlace& at) { return at.has(kConfigName); })) {
    return Location{std::move(*root), true, nullptr};
  }
  if (!signs) {
    auto read = read_signs(process.empty() ? built_in_packs() : std::vector<std::string>{process},
                           packs_base(start), start);
    if (!read) return tl::unexpected(std::move(read.error()));
    signs = std::move(*read);
  }
  const bool in_git = is_in_work_tree(start);
  for (const Sign& sign : *signs) {
    auto root = find_upwards(start, [&](const TreePlace& at) {
      return (in_git || leads_to(sign.glob, at, start)) && has_sign(at, sign);
    });
    if (!root) continue;
    if (!sign.by_text || !process.empty()) return Location{std::move(*root), false, &sign};
    TRY(auto read, process_of_documents(*root, sign, packs_base(start), start));
    if (read) return Location{std::move(*root), false, &sign, std::move(read)};
  }
  // A process that is named is that of the whole work tree, whichever of its folders is meant.
  const auto is_top = [](const TreePlace& at) {
    return at.has(".git") || (at.folder.empty() && !at.top.empty());
  };
  auto top = process.empty() ? std::nullopt : find_upwards(start, is_top);
  return Location{top ? std::move(*top) : start, false, nullptr};
}

Result<Repository> open_located(const TreePlace& start, const std::string& named,
                                std::optional<std::vector<Sign>>& signs) {
  openings().count(Opening::kRepository);
  const auto found = locate(start, named, signs);
  if (!found) return tl::unexpected(found.error());
  if (found->configured) return open_configured(found->root, named);
  const TreePlace packs = packs_base(start);
  Repository repository{
      found->root.full(), nullptr, {}, {}, {}, start.tree->below(found->root.folder)};
  const std::string& pack = found->sign ? found->sign->pack : named;
  if (pack.empty()) return repository;
  auto process = found->process;
  if (!process) {
    const Config config = config_of(enclosed(found->root), nullptr);
    TRY(process, load_pack_from(pack, packs, start, &config));
  }
  repository.process = with_remotes(std::move(process), repository.root);
  if (found->sign && named.empty()) {
    repository.how =
        fmt::format("process {}, recognised by {}", found->sign->pack, found->sign->glob.pattern());
  }
  return repository;
}

Result<TreePlace> place_of(const std::string& directory) {
  std::error_code failed;
  const fs::path start = fs::weakly_canonical(directory, failed);
  if (failed) return failure(fmt::format("{}: {}", directory, failed.message()));
  return on_disk(start.string());
}

}  // namespace

Result<std::string> RepositoryFinder::root_of(const std::string& directory) {
  const auto place = place_of(directory);
  if (!place) return tl::unexpected(place.error());
  return locate(*place, process_, signs_->known).map([](const Location& found) {
    return found.root.full();
  });
}

Result<Repository> RepositoryFinder::open(const std::string& directory) {
  const auto place = place_of(directory);
  if (!place) return tl::unexpected(place.error());
  auto repository = open_located(*place, process_, signs_->known);
  // What cannot be settled, since one may not write here, is left to the next change.
  if (repository && repository->process) (void)recover_changes(repository->root);
  return repository;
}

Result<Repository> open_repository(const std::string& directory, const std::string& process) {
  return RepositoryFinder(process).open(directory);
}

namespace {

// "process" for "process/" and "process/process.yaml".
std::string folder_meant(std::string_view name) {
  constexpr std::string_view kFile = "process.yaml";
  if (name == kFile) return ".";
  if (name.ends_with("/process.yaml")) name.remove_suffix(kFile.size());
  while (name.size() > 1 && name.ends_with('/')) name.remove_suffix(1);
  return std::string(name);
}

// What milepost.yaml names, or else what is there is recognised by.
Result<ProcessChoice> choice_of_repository(const TreePlace& start) {
  std::optional<std::vector<Sign>> signs;
  TRY(const auto found, locate(start, "", signs));
  ProcessChoice choice{{}, {}, {}, found.root.full()};
  if (found.configured) {
    const TreePlace root = enclosed(found.root);
    TRY(const auto source,
        within(kConfigName, root.tree->read(kConfigName, kConfigName, kLimits.yaml_bytes)));
    TRY(auto named, read_pack_choice(*source));
    // So that all else that is wrong is found, too; the key itself is.
    if (!named.misspelt.empty()) named.process = Yaml(*source).root().scalar(named.misspelt);
    if (named.process.empty()) {
      return failure_at(named.place,
                        "`process:` must name the process; `milepost process list` "
                        "lists those built in");
    }
    auto pack = find_pack(named.process, root, PackNamer::kRepository, found.root);
    if (!pack) return failure_at(named.place, pack.error().message);
    choice.name = named.process;
    choice.pack = std::move(*pack);
    choice.config = config_of(root, source);
    choice.how = kConfigName;
  } else if (found.sign) {
    choice.name = found.sign->pack;
    choice.pack = built_in_pack(choice.name);
    choice.config = config_of(enclosed(found.root), nullptr);
    choice.how = found.sign->glob.pattern();
  }
  return choice;
}

}  // namespace

Result<ProcessChoice> choose_process(const std::string& directory, const std::string& name) {
  TRY(const auto start, place_of(directory));
  auto own = choice_of_repository(start);
  if (name.empty() || name == kConfigName) return own;
  TRY(auto pack, find_pack(folder_meant(name), start, PackNamer::kUser, start));
  if (own && own->pack.folder == pack.folder) return own;
  return ProcessChoice{name, std::move(pack), {}, start.full()};
}

Result<ProcessChoice> choose_known_process(const std::string& directory, const std::string& name) {
  TRY(auto choice, choose_process(directory, name));
  if (choice.name.empty()) {
    return failure(fmt::format("no process is recognised here; name one: {}, or the folder of one",
                               fmt::join(built_in_packs(), ", ")));
  }
  return choice;
}

Result<Repository> open_repository(const std::shared_ptr<const FileTree>& tree,
                                   const std::string& top, const std::string& folder,
                                   const std::string& process) {
  std::optional<std::vector<Sign>> signs;
  return open_located({tree, top, folder}, process, signs);
}

namespace {

// Of the process that the repository goes by, wherever others keep theirs.
bool is_own_template(const Repository& repository, const std::string& path) {
  return repository.process &&
         std::ranges::find(repository.process->kinds, path, &Kind::own_path) !=
             repository.process->kinds.end();
}

// They lie where another process may have its documents.
std::vector<Glob> own_templates(const Repository& repository) {
  std::vector<Glob> templates;
  if (!repository.process) return templates;
  for (const Kind& kind : repository.process->kinds) {
    if (!kind.own_path.empty()) templates.emplace_back(kind.own_path);
  }
  return templates;
}

}  // namespace

std::vector<std::string> packs_recognised(const Repository& repository) {
  const TreePlace root{repository.tree, repository.root, {}};
  auto signs = read_signs(built_in_packs(), root, root);
  std::vector<std::string> packs;
  if (!signs) return packs;
  for (Sign& sign : *signs) {
    const bool known = std::ranges::find(packs, sign.pack) != packs.end();
    if (known || (repository.process && sign.pack == repository.process->name)) continue;
    if (is_own_template(repository, sign.glob.pattern())) continue;
    std::ranges::copy(own_templates(repository), std::back_inserter(sign.ignore));
    if (!has_sign(root, sign)) continue;
    if (sign.by_text) {
      const auto process = process_of_documents(root, sign, root, root);
      if (!process || !*process) continue;
    }
    packs.push_back(sign.pack);
  }
  return packs;
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
  const Walk walked = repository.tree->walk(folder, wanted);

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
      list.read_errors.push_back({full(problem.path), problem.message});
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
  if (!metadata.empty()) drop_inner_files(layout, list.proposals);
  std::ranges::sort(list.proposals, {}, &ProposalFiles::document);
  return list;
}

bool is_document_path(const Layout& layout, std::string_view path) {
  const auto is_former = [&](const Glob& glob) { return glob.matches(path); };
  return (is_document(layout, path) ||
          (!ignored(layout, path) && std::ranges::any_of(layout.former, is_former))) &&
         !is_inside_proposal(layout, std::string(path));
}

bool is_metadata_path(const Layout& layout, std::string_view path) {
  const std::string name = metadata_name(layout);
  return !name.empty() && file_name(path) == name && !ignored(layout, path) &&
         !document_beside(layout, std::string(path)).empty();
}

ProposalFiles files_of(const Repository& repository, const std::string& path) {
  const Layout& layout = repository.process->layout;
  const std::string metadata = metadata_name(layout);
  if (!metadata.empty() && file_name(path) == metadata) {
    std::string document = document_beside(layout, path);
    if (document.empty()) document = beside(path, "README.md");
    const bool has = repository.tree->has(document);
    return {std::move(document), path, has};
  }
  const std::string own = metadata.empty() ? std::string() : beside(path, metadata);
  const bool has = !own.empty() && repository.tree->has(own);
  return {path, has ? own : std::string(), true};
}

}  // namespace milepost
