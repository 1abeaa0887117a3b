#include "base/beneath.h"

#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr int kMaxLinks = 40;           // as the kernel has it
constexpr std::size_t kMaxParts = 100;  // so deep lies no proposal
constexpr const char* kOutside = "lies outside of the repository";

Descriptor open_folder(int above, const char* name) {
  return Descriptor(::openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

tl::unexpected<Error> leads_out() { return failure(kLinkLeadsOut); }
tl::unexpected<Error> is_gits_own() { return failure(kGitsOwn); }

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

class Locator {
 public:
  Locator(int root, std::string_view root_path) : root_(root), root_path_(root_path) {}

  Result<Located> locate(std::string_view path) {
    if (!push(path, false)) return is_gits_own();
    while (!pending_.empty()) {
      if (pending_.size() + folders_.size() > kMaxParts) return failure("lies too deep");
      const Part part = std::move(pending_.back());
      pending_.pop_back();
      if (part.name == "..") {
        if (folders_.empty()) return part.of_link ? leads_out() : failure(kOutside);
        folders_.pop_back();
        continue;
      }
      struct stat status{};
      if (::fstatat(here(), part.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) return failure(reason(errno));
        if (part.of_link) return failure("is a symbolic link that leads nowhere");
        return found(part, false);
      }
      if (S_ISLNK(status.st_mode)) {
        TRY(follow(part.name));
        continue;
      }
      if (pending_.empty()) return found(part, true);
      Descriptor folder = open_folder(here(), part.name.c_str());
      if (folder.get() < 0) return failure(reason(errno));
      folders_.push_back({part.name, std::move(folder)});
    }
    return found({".", false}, true);
  }

 private:
  struct Part {
    std::string name;
    bool of_link;
  };
  struct Folder {
    std::string name;
    Descriptor open;
  };

  int here() const { return folders_.empty() ? root_ : folders_.back().open.get(); }

  bool push(std::string_view path, bool of_link) {
    while (!path.empty()) {
      const std::size_t slash = path.rfind('/');
      const std::string_view last = slash == path.npos ? path : path.substr(slash + 1);
      if (equal_ignoring_case(last, ".git")) return false;
      if (!last.empty() && last != ".") pending_.push_back({std::string(last), of_link});
      path = slash == path.npos ? std::string_view() : path.substr(0, slash);
    }
    return true;
  }

  Result<void> follow(const std::string& name) {
    if (++links_ > kMaxLinks) return failure(reason(ELOOP));
    std::array<char, PATH_MAX> buffer{};
    const ssize_t size = ::readlinkat(here(), name.c_str(), buffer.data(), buffer.size());
    if (size < 0) return failure(reason(errno));
    std::string_view target(buffer.data(), static_cast<std::size_t>(size));
    if (target.starts_with('/')) {
      if (!target.starts_with(root_path_)) return leads_out();
      target.remove_prefix(root_path_.size());
      if (!target.empty() && !target.starts_with('/')) return leads_out();
      folders_.clear();
    }
    if (!push(target, true)) return is_gits_own();
    return {};
  }

  Located found(const Part& part, bool exists) {
    Located located;
    for (const Folder& folder : folders_) located.folder = joined(located.folder, folder.name);
    located.name = part.name;
    located.by_link = part.of_link;
    // A part that is missing takes with it all that would lie below.
    while (!exists && !pending_.empty()) {
      located.folder = joined(located.folder, located.name);
      located.missing.push_back(located.folder);
      located.name = std::move(pending_.back().name);
      pending_.pop_back();
    }
    return located;
  }

  int root_;
  std::string_view root_path_;
  std::vector<Part> pending_;  // the next one last
  std::vector<Folder> folders_;
  int links_ = 0;
};

// A path before which a slash stands: that of the system's root is none.
std::string_view without_root(std::string_view path) { return path == "/" ? "" : path; }

// -1 with errno; ELOOP when there is a link anywhere on the way.
int open_without_links(const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  return static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how));
}

// Whether it is the file that cannot be opened, and not the way there that must be looked at: for
// its links, or by a kernel that lacks the call or was told to refuse it.
bool is_of_file(int error) {
  return error == ENOENT || error == EACCES || error == ENOTDIR || error == ENXIO ||
         error == ENAMETOOLONG;
}

bool has_part(std::string_view path, std::string_view name) {
  while (!path.empty()) {
    const auto [part, rest] = cut(path, '/');
    if (equal_ignoring_case(part, name)) return true;
    path = rest;
  }
  return false;
}

}  // namespace

std::optional<std::string> work_tree_around(const std::string& folder) {
  std::string at = folder;
  while (at.starts_with('/')) {
    while (at.ends_with('/')) at.pop_back();
    struct stat status{};
    if (::lstat((at + "/.git").c_str(), &status) == 0) return at.empty() ? "/" : at;
    if (at.empty()) break;
    at.resize(at.rfind('/') + 1);
  }
  return std::nullopt;
}

bool lies_in_git_folder(std::string_view path) { return has_part(path, ".git"); }

Result<Descriptor> open_to_read(const std::string& root, const std::string& path, int flags) {
  flags |= O_CLOEXEC;
  if ((flags & O_PATH) == 0) flags |= O_RDONLY | O_NONBLOCK | O_NOCTTY;
  if (path.find('\0') != path.npos) return failure("has a NUL in its name");
  if (lies_in_git_folder(path)) return is_gits_own();
  const std::string_view above = without_root(root);
  if (!has_part(path, "..")) {
    // Nearly always: nothing has to be followed.
    const int opened = open_without_links(std::string(above) + "/" + path, flags);
    if (opened >= 0) return Descriptor(opened);
    if (is_of_file(errno)) return failure(reason(errno));
  }
  const auto real = real_path(root);
  if (!real) return failure(reason(errno));
  const Descriptor top(::open(real->c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (top.get() < 0) return failure(reason(errno));
  TRY(const auto at, Locator(top.get(), without_root(*real)).locate(path));
  if (!at.missing.empty()) return failure(reason(ENOENT));
  const Descriptor folder = open_beneath(top.get(), at.folder);
  if (folder.get() < 0) return failure(reason(errno));
  Descriptor opened(::openat(folder.get(), at.name.c_str(), flags | O_NOFOLLOW));
  if (opened.get() < 0) return failure(reason(errno));
  return opened;
}

bool is_path_beneath(std::string_view path) {
  if (path.empty() || path.find('\0') != path.npos) return false;
  while (true) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    if (part.size() == path.size()) return true;
    path.remove_prefix(part.size() + 1);
  }
}

Result<Located> locate_beneath(int root, std::string_view root_path, std::string_view path) {
  if (!is_path_beneath(path)) return failure("is not a path inside the repository");
  TRY(auto located, Locator(root, without_root(root_path)).locate(path));
  if (located.name == ".") return failure(not_a_file(S_IFDIR));
  return located;
}

Descriptor open_beneath(int root, std::string_view folder) {
  Descriptor open = open_folder(root, ".");
  while (open.get() >= 0 && !folder.empty()) {
    const auto [part, rest] = cut(folder, '/');
    open = open_folder(open.get(), std::string(part).c_str());
    folder = rest;
  }
  return open;
}

}  // namespace milepost
