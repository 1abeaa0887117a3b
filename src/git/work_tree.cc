// The index and the work tree.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "base/strings.h"
#include "git/guard.h"
#include "git/repository.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// The index that git names for a hook, as long as it means this repository:
// `git commit FILE` keeps what it will commit in one of its own.
std::string index_of_hook(const std::string& git_folder, const std::string& work_tree) {
  const char* const named = std::getenv("GIT_INDEX_FILE");
  if (named == nullptr || *named == '\0') return {};
  const char* const folder = std::getenv("GIT_DIR");
  std::error_code failed;
  if (folder != nullptr && !fs::equivalent(fs::path(work_tree) / folder, git_folder, failed)) {
    return {};
  }
  return (fs::path(work_tree) / named).string();
}

bool is_plain(const git_index_entry& entry) {
  return entry.mode != GIT_FILEMODE_COMMIT &&
         (entry.flags_extended & GIT_INDEX_ENTRY_INTENT_TO_ADD) == 0;
}

int stage_of(const git_index_entry& entry) {
  return (entry.flags & GIT_INDEX_ENTRY_STAGEMASK) >> GIT_INDEX_ENTRY_STAGESHIFT;
}

}  // namespace

Result<Owned<git_index>> Git::Repository::index() const {
  const std::string own_folder = lib.git_repository_path(open.get());
  std::string path = index_of_hook(own_folder, work_tree);
  if (path.empty()) path = own_folder + "index";
  TRY(check_git_file(path, kMostIndexBytes));
  int error = 0;
  auto opened = own<git_index>(lib.git_index_free, error, [&](git_index** out) {
    return lib.git_index_open(out, path.c_str());
  });
  if (error < 0) return lib.failed("reading the index " + path);
  return opened;
}

Result<std::vector<GitFile>> Git::Repository::staged(std::string_view below) const {
  TRY(const auto opened, index());
  std::vector<GitFile> files;
  const std::size_t count = lib.git_index_entrycount(opened.get());
  for (std::size_t i = 0; i < count; ++i) {
    const git_index_entry& entry = *lib.git_index_get_byindex(opened.get(), i);
    if (!is_plain(entry) || !lies_below(entry.path, below)) continue;
    if (stage_of(entry) == 0) {
      files.push_back({entry.path, to_oid(entry.id), entry.mode == GIT_FILEMODE_LINK});
    } else if (files.empty() || files.back().path != entry.path) {
      files.push_back({entry.path, {}, false});  // in conflict
    }
  }
  std::ranges::sort(files, {}, &GitFile::path);
  return files;
}

namespace {

// The folders that files of the index lie in.
std::set<std::string, std::less<>> folders_of(const LibGit2& lib, git_index* index) {
  std::set<std::string, std::less<>> folders;
  const std::size_t count = lib.git_index_entrycount(index);
  std::string_view last;
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view path = lib.git_index_get_byindex(index, i)->path;
    path = path.substr(0, path.find('/') == path.npos ? 0 : path.rfind('/'));
    if (path == last) continue;
    last = path;
    while (!path.empty() && folders.emplace(path).second) {
      path = path.substr(0, path.find('/') == path.npos ? 0 : path.rfind('/'));
    }
  }
  return folders;
}

}  // namespace

Result<void> Git::Repository::check_patterns(git_index* index, std::string_view below) const {
  const auto tracked = folders_of(lib, index);
  std::vector<std::string> open_folders{""};
  while (!open_folders.empty()) {
    const std::string folder = std::move(open_folders.back());
    open_folders.pop_back();
    const std::string full = folder.empty() ? work_tree : work_tree + "/" + folder;
    for (const char* const name : {"/.gitignore", "/.gitattributes"}) {
      TRY(check_git_file(full + name, kMostPatternBytes));
    }
    std::error_code failed;
    for (fs::directory_iterator at(full, failed), end; !failed && at != end; at.increment(failed)) {
      std::error_code unknown;
      if (at->symlink_status(unknown).type() != fs::file_type::directory) continue;
      const std::string name = at->path().filename().string();
      std::string path = folder.empty() ? name : folder + "/" + name;
      if (name == ".git" || (!lies_below(path, below) && !lies_below(below, path))) continue;
      int ignored = 0;
      const bool known = tracked.contains(path);
      // What lies above it was looked at before it is asked for patterns.
      if (!known && lib.git_ignore_path_is_ignored(&ignored, open.get(), path.c_str()) == 0 &&
          ignored == 1) {
        continue;
      }
      open_folders.push_back(std::move(path));
    }
  }
  return {};
}

namespace {

class PresentFiles {
 public:
  PresentFiles(const LibGit2& lib, git_repository* repository, const std::string& work_tree)
      : lib_(lib), repository_(repository), work_tree_(work_tree) {}

  // The file as git would store it. What cannot be read has no blob, nor has what
  // is too large to be a document.
  GitFile look_at(const std::string& path) const {
    GitFile file{path, {}, false};
    const fs::path full = fs::path(work_tree_) / path;
    std::error_code failed;
    const fs::file_status status = fs::symlink_status(full, failed);
    git_oid id{};
    if (fs::is_symlink(status)) {
      file.link = true;
      const std::string target = fs::read_symlink(full, failed).string();
      if (!failed && lib_.git_odb_hash(&id, target.data(), target.size(), GIT_OBJECT_BLOB) == 0) {
        file.blob = to_oid(id);
      }
    } else if (fs::is_regular_file(status) &&
               fs::file_size(full, failed) <= kLimits.document_bytes &&
               lib_.git_repository_hashfile(&id, repository_, path.c_str(), GIT_OBJECT_BLOB,
                                            nullptr) == 0) {
      file.blob = to_oid(id);
    }
    return file;
  }

 private:
  const LibGit2& lib_;
  git_repository* repository_;
  const std::string& work_tree_;
};

}  // namespace

Result<std::vector<GitFile>> Git::Repository::present(std::string_view below) const {
  TRY(const auto opened, index());
  TRY(check_patterns(opened.get(), below));
  std::map<std::string, GitFile> files;
  std::map<std::string_view, bool> left_out;  // files of a sparse work tree
  const std::size_t count = lib.git_index_entrycount(opened.get());
  for (std::size_t i = 0; i < count; ++i) {
    const git_index_entry& entry = *lib.git_index_get_byindex(opened.get(), i);
    if (!is_plain(entry) || !lies_below(entry.path, below)) continue;
    const Oid blob = stage_of(entry) == 0 ? to_oid(entry.id) : Oid{};
    files[entry.path] = {entry.path, blob, entry.mode == GIT_FILEMODE_LINK};
    if ((entry.flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0) left_out[entry.path] = true;
  }

  git_diff_options options{};
  lib.git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                  GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_IGNORE_SUBMODULES |
                  GIT_DIFF_SKIP_BINARY_CHECK | GIT_DIFF_DISABLE_PATHSPEC_MATCH |
                  GIT_DIFF_IGNORE_FILEMODE;
  std::string only(below);
  char* only_text = only.data();
  if (!below.empty()) options.pathspec = {&only_text, 1};
  int error = 0;
  const auto differences = own<git_diff>(lib.git_diff_free, error, [&](git_diff** out) {
    return lib.git_diff_index_to_workdir(out, open.get(), opened.get(), &options);
  });
  if (error < 0) return lib.failed("looking at the files of " + work_tree);
  const PresentFiles present_files(lib, open.get(), work_tree);
  for (std::size_t i = 0; i < lib.git_diff_num_deltas(differences.get()); ++i) {
    const git_diff_delta& delta = *lib.git_diff_get_delta(differences.get(), i);
    const char* const shown =
        delta.new_file.path != nullptr ? delta.new_file.path : delta.old_file.path;
    const std::string path = shown;
    if (path.ends_with('/') || left_out.contains(path)) continue;  // another repository
    if (delta.status == GIT_DELTA_DELETED) {
      files.erase(path);
    } else {
      files[path] = present_files.look_at(path);
    }
  }
  std::vector<GitFile> listed;
  listed.reserve(files.size());
  for (auto& [path, file] : files) listed.push_back(std::move(file));
  return listed;
}

}  // namespace milepost
