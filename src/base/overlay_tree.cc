#include "base/overlay_tree.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace milepost {

namespace {

class OverlayTree : public FileTree {
 public:
  // `prefix` is the folder of the edits that the tree begins at, with a slash at its end.
  OverlayTree(std::shared_ptr<const FileTree> below, std::shared_ptr<const FileEdits> edits,
              std::string prefix)
      : below_(std::move(below)), edits_(std::move(edits)), prefix_(std::move(prefix)) {}

  PathKind kind(const std::string& path) const override {
    if (const auto edit = edits_->find(full(path)); edit != edits_->end()) {
      return edit->second ? PathKind::kFile : PathKind::kNothing;
    }
    return holds_new_files(path) ? PathKind::kFolder : below_->kind(path);
  }

  Result<std::shared_ptr<const Source>> read(const std::string& path, std::string display_path,
                                             std::size_t max_bytes) const override {
    const auto edit = edits_->find(full(path));
    if (edit == edits_->end()) return below_->read(path, std::move(display_path), max_bytes);
    if (!edit->second) return failure("there is no such file or folder");
    if (edit->second->size() > max_bytes) {
      return failure(too_large(edit->second->size(), max_bytes));
    }
    return std::make_shared<const Source>(std::move(display_path), *edit->second);
  }

  Walk walk(const std::string& folder, const WalkFilter& wanted) const override {
    // The folder may be there by the edits alone.
    const bool is_new = holds_new_files(folder) && below_->kind(folder) != PathKind::kFolder;
    Walk walked = is_new ? Walk() : below_->walk(folder, wanted);
    const std::string start = start_of(folder);
    const auto is_edited = [&](const auto& found) { return edits_->contains(start + found.path); };
    std::erase_if(walked.files, is_edited);
    std::erase_if(walked.problems, is_edited);
    for (const auto& [path, text] : *edits_) {
      if (!text || !path.starts_with(start)) continue;
      const std::string below = path.substr(start.size());
      if (is_entered(below, wanted)) walked.files.push_back({below, false});
    }
    std::ranges::sort(walked.files, {}, &WalkedFile::path);
    return walked;
  }

  std::vector<std::string> list(const std::string& folder) const override {
    const std::vector<std::string> known = below_->list(folder);
    std::set<std::string> names(known.begin(), known.end());
    const std::string start = start_of(folder);
    for (const auto& [path, text] : *edits_) {
      if (!path.starts_with(start)) continue;
      const std::string_view below = std::string_view(path).substr(start.size());
      const std::string name(below.substr(0, below.find('/')));
      if (text) {
        names.insert(name);
      } else if (name == below) {
        names.erase(name);
      }
    }
    return {names.begin(), names.end()};
  }

  std::shared_ptr<const FileTree> below(const std::string& folder) const override {
    return std::make_shared<const OverlayTree>(below_->below(folder), edits_, start_of(folder));
  }

  bool is_whole() const { return prefix_.empty(); }

  // The same tree with further edits, not a tree upon a tree: somebody types all day.
  std::shared_ptr<const FileTree> with(FileEdits edits) const {
    edits.insert(edits_->begin(), edits_->end());  // leaves the later ones as they are
    return std::make_shared<const OverlayTree>(
        below_, std::make_shared<const FileEdits>(std::move(edits)), prefix_);
  }

 private:
  // As the edits write it: a pack may be called "./pack".
  std::string full(const std::string& path) const {
    const bool plain = path.find("./") == path.npos && path.find("//") == path.npos;
    return prefix_ + (plain ? path : std::filesystem::path(path).lexically_normal().string());
  }

  // What the paths of a folder's files begin with.
  std::string start_of(const std::string& folder) const {
    std::string start = full(folder);
    while (start.ends_with('/')) start.pop_back();
    return start.empty() ? start : start + "/";
  }

  bool holds_new_files(const std::string& folder) const {
    const std::string start = start_of(folder);
    for (auto at = edits_->lower_bound(start); at != edits_->end() && at->first.starts_with(start);
         ++at) {
      if (at->second) return true;
    }
    return false;
  }

  // As a walk comes to files: hidden folders and node_modules are left out, and so is what the
  // filter does not want.
  static bool is_entered(std::string_view path, const WalkFilter& wanted) {
    std::size_t slash = 0;
    for (std::size_t begin = 0; (slash = path.find('/', begin)) != path.npos; begin = slash + 1) {
      const std::string_view name = path.substr(begin, slash - begin);
      if (name.starts_with('.') || name == "node_modules") return false;
      if (!wanted(path.substr(0, slash), EntryKind::kDirectory)) return false;
    }
    return wanted(path, EntryKind::kFile);
  }

  std::shared_ptr<const FileTree> below_;
  std::shared_ptr<const FileEdits> edits_;
  std::string prefix_;
};

}  // namespace

std::shared_ptr<const FileTree> overlay_tree(std::shared_ptr<const FileTree> below,
                                             FileEdits edits) {
  const auto* const overlay = dynamic_cast<const OverlayTree*>(below.get());
  if (overlay && overlay->is_whole()) return overlay->with(std::move(edits));
  return std::make_shared<const OverlayTree>(
      std::move(below), std::make_shared<const FileEdits>(std::move(edits)), std::string());
}

}  // namespace milepost
