#include "base/asked_files.h"

#include <algorithm>
#include <utility>

#include "base/same_lines.h"

namespace milepost {

namespace {

// Sorted, and without what no commit has: git's own folder, and what stays out of sight.
std::vector<std::string> shown_names(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
  std::ranges::sort(names);
  return names;
}

bool is_same(const std::shared_ptr<const Source>& one,
             const Result<std::shared_ptr<const Source>>& other) {
  if (!one || !other) return !one && !other;
  return same_lines(one->text(), (*other)->text());
}

}  // namespace

class WatchedTree : public FileTree {
 public:
  // `prefix` is the folder that the tree begins at, with a slash at its end.
  WatchedTree(std::shared_ptr<const FileTree> tree, std::shared_ptr<AskedFiles> asked,
              std::string prefix)
      : tree_(std::move(tree)), asked_(std::move(asked)), prefix_(std::move(prefix)) {}

  PathKind kind(const std::string& path) const override {
    const PathKind found = tree_->kind(path);
    asked_->keep({AskedFiles::Question::Kind::kKind, prefix_ + path, found});
    return found;
  }

  Result<std::shared_ptr<const Source>> read(const std::string& path, std::string display_path,
                                             std::size_t max_bytes) const override {
    auto source = tree_->read(path, std::move(display_path), max_bytes);
    asked_->keep({AskedFiles::Question::Kind::kText, prefix_ + path, PathKind::kFile,
                  source ? *source : nullptr, max_bytes});
    return source;
  }

  // Proposals are found by walking, which is not what is watched for.
  Walk walk(const std::string& folder, const WalkFilter& wanted) const override {
    return tree_->walk(folder, wanted);
  }

  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names = tree_->list(folder);
    asked_->keep({AskedFiles::Question::Kind::kNames, prefix_ + folder, PathKind::kFolder, nullptr,
                  0, shown_names(names)});
    return names;
  }

  std::shared_ptr<const FileTree> below(const std::string& folder) const override {
    return std::make_shared<const WatchedTree>(tree_->below(folder), asked_,
                                               folder.empty() ? prefix_ : prefix_ + folder + "/");
  }

 private:
  std::shared_ptr<const FileTree> tree_;
  std::shared_ptr<AskedFiles> asked_;
  std::string prefix_;
};

std::shared_ptr<const FileTree> AskedFiles::watch(std::shared_ptr<const FileTree> tree,
                                                  std::shared_ptr<AskedFiles> asked) {
  return std::make_shared<const WatchedTree>(std::move(tree), std::move(asked), std::string());
}

void AskedFiles::close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
}

void AskedFiles::keep(Question question) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!closed_) questions_.push_back(std::move(question));
}

bool AskedFiles::same_in(const FileTree& other) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::ranges::all_of(questions_, [&](const Question& question) {
    switch (question.asks) {
      case Question::Kind::kKind: return other.kind(question.path) == question.kind;
      case Question::Kind::kText:
        return is_same(question.text, other.read(question.path, {}, question.max_bytes));
      case Question::Kind::kNames: return shown_names(other.list(question.path)) == question.names;
    }
    return false;
  });
}

}  // namespace milepost
