#include "base/file_tree.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <utility>

#include "base/beneath.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

class DiskTree : public FileTree {
 public:
  // Nothing outside of `bound` is read; "": there is no bound.
  DiskTree(std::string root, std::string bound)
      : root_(std::move(root)), bound_(std::move(bound)) {}

  PathKind kind(const std::string& path) const override {
    if (bound_.empty()) return kind_of(fs::path(full(path)));
    const auto opened = open_to_read(bound_, from_bound(path), O_PATH);
    struct stat status{};
    if (opened && ::fstat(opened->get(), &status) == 0) {
      return S_ISDIR(status.st_mode) ? PathKind::kFolder : PathKind::kFile;
    }
    if (opened || opened.error().message != kLinkLeadsOut) return PathKind::kNothing;
    // Whoever reads it is told; what lies out there is not even looked for.
    std::error_code failed;
    const fs::path named = full(path);
    return fs::is_symlink(named, failed) && fs::is_directory(named, failed) ? PathKind::kFolder
                                                                            : PathKind::kFile;
  }

  Result<std::shared_ptr<const Source>> read(const std::string& path, std::string display_path,
                                             std::size_t max_bytes) const override {
    if (bound_.empty()) return read_source(full(path), std::move(display_path), max_bytes);
    return read_beneath(bound_, from_bound(path), std::move(display_path), max_bytes);
  }

  Walk walk(const std::string& folder, const WalkFilter& wanted) const override {
    if (!bound_.empty() && !folder.empty()) {
      const auto opened = open_to_read(bound_, from_bound(folder), O_DIRECTORY);
      if (!opened) {
        const bool out = opened.error().message == kLinkLeadsOut;
        return {{},
                {{out ? WalkProblemKind::kLeadsOut : WalkProblemKind::kUnreadable, "",
                  out ? "is a symbolic link to a directory elsewhere; not followed"
                      : opened.error().message}}};
      }
    }
    return milepost::walk(full(folder), wanted);
  }

  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names;
    if (!bound_.empty() && !open_to_read(bound_, from_bound(folder), O_DIRECTORY)) return names;
    std::error_code failed;
    for (fs::directory_iterator at(full(folder), failed), end; !failed && at != end;
         at.increment(failed)) {
      names.push_back(at->path().filename().string());
    }
    return names;
  }

  std::shared_ptr<const FileTree> below(const std::string& folder) const override {
    if (bound_.empty()) return disk_tree(full(folder));
    return std::make_shared<const DiskTree>(folder.empty() ? root_ : full(folder), bound_);
  }

 private:
  static PathKind kind_of(const fs::path& path) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (fs::is_directory(status)) return PathKind::kFolder;
    return fs::exists(status) ? PathKind::kFile : PathKind::kNothing;
  }

  std::string full(const std::string& path) const { return root_ + "/" + path; }
  std::string from_bound(const std::string& path) const {
    const std::size_t slash = bound_ == "/" ? 0 : 1;
    if (root_.size() <= bound_.size()) return path;
    return root_.substr(bound_.size() + slash) + "/" + path;
  }

  std::string root_;   // without a slash at the end: "" is that of the system
  std::string bound_;  // the root or a folder above it
};

}  // namespace

std::shared_ptr<const FileTree> disk_tree(std::string root) {
  while (root.ends_with('/')) root.pop_back();
  std::string bound = root.empty() ? root : work_tree_around(root).value_or(root);
  return std::make_shared<const DiskTree>(std::move(root), std::move(bound));
}

}  // namespace milepost
