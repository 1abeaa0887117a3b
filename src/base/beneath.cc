#include "base/beneath.h"

#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr int kMaxLinks = 40;           // as the kernel has it
constexpr std::size_t kMaxParts = 100;  // so deep lies no proposal

Descriptor open_folder(int above, const char* name) {
  return Descriptor(::openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

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
        if (folders_.empty()) return leads_out();
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
    return failure(not_a_file(S_IFDIR));
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

  static tl::unexpected<Error> leads_out() {
    return failure("is a symbolic link that leads out of the repository");
  }

  static tl::unexpected<Error> is_gits_own() { return failure("lies in a .git folder"); }

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

}  // namespace

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
  if (root_path == "/") root_path = "";
  return Locator(root, root_path).locate(path);
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
