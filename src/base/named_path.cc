#include "base/named_path.h"

#include <array>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/beneath.h"
#include "base/files.h"
#include "base/posix.h"

namespace milepost {

namespace {

constexpr int kMostLinks = 40;  // as the kernel has it

bool lies_within(const std::string& path, const std::string& folder) {
  return folder == "/" || path == folder ||
         (path.starts_with(folder) && path[folder.size()] == '/');
}

bool is_present(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

std::optional<std::string> configured_around(std::string folder) {
  while (true) {
    if (is_present(folder + "/milepost.yaml")) return folder.empty() ? "/" : folder;
    if (folder.empty()) return std::nullopt;
    folder.resize(folder.rfind('/'));
  }
}

class NamedFollower {
 public:
  explicit NamedFollower(const std::string& repository) : repository_(repository) {}

  Result<std::string> follow(const std::string& path) {
    push(path);
    while (!pending_.empty()) {
      const std::string name = std::move(pending_.back());
      pending_.pop_back();
      if (name == "..") {
        here_.resize(here_.empty() ? 0 : here_.rfind('/'));
        continue;
      }
      const std::string next = here_ + "/" + name;
      struct stat status{};
      // What the kernel makes up there are links to what has no path.
      const bool known =
          here_ != "/proc" && !here_.starts_with("/proc/") && ::lstat(next.c_str(), &status) == 0;
      if (known && S_ISLNK(status.st_mode)) {
        TRY(follow_link(next));
      } else {
        here_ = next;
      }
    }
    for (const std::string& bound : bounds_) {
      if (!lies_within(here_, bound)) return failure(kLinkLeadsOut);
      if (here_.size() > bound.size() && lies_in_git_folder(here_.substr(bound.size()))) {
        return failure("is a symbolic link that leads into a .git folder");
      }
    }
    return here_.empty() ? "/" : here_;
  }

 private:
  void push(std::string_view path) {
    while (!path.empty()) {
      const std::size_t slash = path.rfind('/');
      const std::string_view last = slash == path.npos ? path : path.substr(slash + 1);
      if (!last.empty() && last != ".") pending_.emplace_back(last);
      path = slash == path.npos ? std::string_view() : path.substr(0, slash);
    }
  }

  Result<void> follow_link(const std::string& link) {
    if (++links_ > kMostLinks) return failure(reason(ELOOP));
    std::array<char, PATH_MAX> buffer{};
    const ssize_t size = ::readlink(link.c_str(), buffer.data(), buffer.size());
    if (size < 0) return failure(reason(errno));
    if (auto bound = repository_around()) bounds_.push_back(std::move(*bound));
    const std::string_view target(buffer.data(), static_cast<std::size_t>(size));
    if (target.starts_with('/')) here_.clear();
    push(target);
    return {};
  }

  // The repository that the folder which was come to lies in.
  std::optional<std::string> repository_around() const {
    if (auto top = work_tree_around(here_)) return top;
    if (!repository_.empty() && lies_within(here_, repository_)) return repository_;
    return configured_around(here_);
  }

  const std::string& repository_;
  std::string here_;                  // absolute, without links; "" is the root
  std::vector<std::string> pending_;  // the next one last
  std::vector<std::string> bounds_;   // of the links that were followed
  int links_ = 0;
};

}  // namespace

Result<std::string> follow_named(const std::string& path, const std::string& repository) {
  std::error_code failed;
  const std::string full = std::filesystem::absolute(path, failed).string();
  if (failed) return failure(failed.message());
  return NamedFollower(repository).follow(full);
}

std::optional<std::string> path_below(const std::string& folder, const std::string& path) {
  namespace fs = std::filesystem;
  if (folder.empty()) return std::nullopt;
  std::error_code failed;
  const fs::path full = fs::absolute(path, failed).lexically_normal();
  fs::path above;
  for (auto part = full.begin(); part != full.end(); ++part) {
    above /= *part;
    if (fs::weakly_canonical(above, failed) != folder) continue;
    fs::path below;
    for (auto rest = std::next(part); rest != full.end(); ++rest) below /= *rest;
    std::string found = below.generic_string();
    if (found.ends_with('/')) found.pop_back();
    return found;
  }
  return std::nullopt;
}

Result<std::shared_ptr<const Source>> read_named(const std::string& path, std::string display_path,
                                                 std::size_t max_bytes,
                                                 const std::string& repository) {
  TRY(const auto full, follow_named(path, repository));
  if (!is_present(full) && is_present(path))
    return failure("is a symbolic link that leads nowhere");
  return read_source(full, std::move(display_path), max_bytes);
}

}  // namespace milepost
