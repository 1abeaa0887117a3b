#include "base/state_folder.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/files.h"
#include "base/strings.h"

namespace milepost {

namespace {

constexpr const char* kOutsideGit = ".milepost";

std::string below(const std::string& folder, std::string_view path) {
  if (path.starts_with('/')) return std::string(path);
  return (folder == "/" ? "" : folder) + "/" + std::string(path);
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The one line of a small file of git's.
Result<std::string> read_line(const std::string& path) {
  constexpr std::size_t kMaxBytes = 64 * 1024;
  const auto source = read_source(path, path, kMaxBytes);
  if (!source) return failure(path + ": " + source.error().message);
  std::string_view line = (*source)->text();
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return std::string(line);
}

bool exists(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

bool is_git_folder(const std::string& path) { return exists(path + "/HEAD"); }
bool is_bare(const std::string& path) {
  return is_git_folder(path) && exists(path + "/objects") && exists(path + "/refs");
}

// Where a `.git` file, as in a linked work tree or a submodule, leads to.
Result<std::string> follow_git_file(const std::string& file, const std::string& folder) {
  TRY(const auto line, read_line(file));
  constexpr std::string_view kKey = "gitdir: ";
  if (!line.starts_with(kKey)) return failure(file + ": does not begin with \"gitdir: \"");
  std::string target = below(folder, std::string_view(line).substr(kKey.size()));
  if (!is_git_folder(target)) return failure(file + ": leads to no git repository: " + target);
  return target;
}

// What a `.git` is; 0 when there is none. One that cannot be looked at is not as if there were
// none: what is in the repository would be kept outside of git.
Result<mode_t> mode_of_git(const std::string& git) {
  struct stat status{};
  if (::lstat(git.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return mode_t{0};
    return failure(git + ": " + reason(errno));
  }
  if (::stat(git.c_str(), &status) != 0) {
    return failure(git + ": " +
                   (errno == ENOENT ? "is a symbolic link that leads nowhere" : reason(errno)));
  }
  const mode_t mode = status.st_mode;
  if (!S_ISREG(mode) && !S_ISDIR(mode)) return failure(git + ": " + not_a_file(mode));
  if (S_ISDIR(mode) && ::lstat((git + "/HEAD").c_str(), &status) != 0 && errno == EACCES) {
    return failure(git + ": " + reason(EACCES));
  }
  return mode;
}

// A folder that was git's, before something of it went missing.
bool has_parts_of_git(const std::string& git) {
  constexpr const char* kParts[] = {"HEAD", "objects", "refs"};
  return std::ranges::count_if(kParts, [&](const char* part) { return exists(below(git, part)); }) >
         1;
}

// git's folder for the tree that holds `folder`; nothing outside of git.
Result<std::optional<std::string>> find_git_folder(std::string folder) {
  struct stat status{};
  if (::stat(folder.c_str(), &status) != 0) return failure(folder + ": " + reason(errno));
  const dev_t device = status.st_dev;
  while (true) {
    std::string git = below(folder, ".git");
    TRY(const auto mode, mode_of_git(git));
    if (S_ISREG(mode)) {
      return follow_git_file(git, folder).map([](std::string path) {
        return std::optional(std::move(path));
      });
    }
    if (S_ISDIR(mode) && is_git_folder(git)) return git;
    if (S_ISDIR(mode) && has_parts_of_git(git)) {
      return failure(git +
                     ": lacks HEAD, objects or refs, as git's folder has them; mend it, or "
                     "take it away if it is none");
    }
    if (is_bare(folder)) return folder;
    if (folder == "/") return std::nullopt;
    folder = parent_of(folder);
    // Like git, do not look beyond the file system.
    if (::stat(folder.c_str(), &status) != 0 || status.st_dev != device) return std::nullopt;
  }
}

// The folder that all work trees of a repository share.
Result<std::string> common_folder(const std::string& git_folder) {
  const std::string file = git_folder + "/commondir";
  if (!exists(file)) return git_folder;
  return read_line(file).map([&](const std::string& line) { return below(git_folder, line); });
}

// Keeps `git init`, done later around it, from taking it in.
Result<void> hide_from_git(Disk& disk, const StateFolder& folder) {
  constexpr const char* kName = ".gitignore";
  struct stat status{};
  if (::fstatat(folder.open.get(), kName, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_size > 0)
    return {};
  const Descriptor file(disk.create(folder.open.get(), kName, O_WRONLY, 0600));
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      !write_fully(disk, file.get(), "*\n")) {
    return failed("writing", folder.path + "/" + kName);
  }
  return {};
}

}  // namespace

Result<std::optional<GitFolders>> find_git_folders(const std::string& folder) {
  const auto real = real_path(folder);
  if (!real) return failure(folder + ": " + reason(errno));
  TRY(const auto git, find_git_folder(*real));
  if (!git) return std::nullopt;
  TRY(const auto common, common_folder(*git));
  const auto real_common = real_path(common);
  if (!real_common) return failure(common + ": " + reason(errno));
  return GitFolders{*git, *real_common};
}

Result<std::string> find_state_folder(const std::string& root) {
  TRY(const auto git, find_git_folders(root));
  if (git) return below(git->common, "milepost");
  const auto real = real_path(root);
  if (!real) return failure(root + ": " + reason(errno));
  return below(*real, kOutsideGit);
}

Result<StateFolder> make_state_folder(const std::string& root, Disk& disk) {
  TRY(const auto path, find_state_folder(root));
  const std::string parent_path = parent_of(path);
  const std::string name = path.substr(path.rfind('/') + 1);
  const Descriptor parent(::open(parent_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() < 0) return failed("opening", parent_path);
  if (disk.make_folder(parent.get(), name.c_str(), 0700) == 0) {
    if (disk.sync(parent.get()) != 0) return failed("syncing", parent_path);
  } else if (errno != EEXIST) {
    return failed("making", path);
  }
  auto folder = open_state_folder(path);
  if (folder && name == kOutsideGit) {
    TRY(hide_from_git(disk, *folder));
  }
  return folder;
}

Result<StateFolder> open_state_folder(std::string path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (folder.get() < 0) {
    const int error = errno;
    if (::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) {
      return failure("opening " + path + ": is a symbolic link, not a folder");
    }
    return failure("opening " + path + ": " + reason(error));
  }
  if (::fstat(folder.get(), &status) != 0) return failed("looking at", path);
  if (status.st_uid != ::geteuid()) {
    return failure("opening " + path +
                   ": belongs to another user; use a clone of your own, or chown it");
  }
  return StateFolder{std::move(path), std::move(folder)};
}

}  // namespace milepost
