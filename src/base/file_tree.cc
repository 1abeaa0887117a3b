#include "base/file_tree.h"

#include <filesystem>
#include <utility>

namespace milepost {

namespace fs = std::filesystem;

namespace {

class DiskTree : public FileTree {
 public:
  explicit DiskTree(std::string root) : root_(std::move(root)) {
    while (root_.ends_with('/')) root_.pop_back();
  }

  PathKind kind(const std::string& path) const override {
    std::error_code failed;
    const fs::file_status status = fs::status(full(path), failed);
    if (fs::is_directory(status)) return PathKind::kFolder;
    return fs::exists(status) ? PathKind::kFile : PathKind::kNothing;
  }

  Result<std::shared_ptr<const Source>> read(const std::string& path, std::string display_path,
                                             std::size_t max_bytes) const override {
    return read_source(full(path), std::move(display_path), max_bytes);
  }

  Walk walk(const std::string& folder, const WalkFilter& wanted) const override {
    return milepost::walk(full(folder), wanted);
  }

  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator at(full(folder), failed), end; !failed && at != end;
         at.increment(failed)) {
      names.push_back(at->path().filename().string());
    }
    return names;
  }

  std::shared_ptr<const FileTree> below(const std::string& folder) const override {
    return disk_tree(full(folder));
  }

 private:
  std::string full(const std::string& path) const { return root_ + "/" + path; }

  std::string root_;  // without a slash at the end: "" is that of the system
};

}  // namespace

std::shared_ptr<const FileTree> disk_tree(std::string root) {
  return std::make_shared<const DiskTree>(std::move(root));
}

}  // namespace milepost
