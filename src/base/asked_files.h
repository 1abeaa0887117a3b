// What was asked of a tree of files while something was read from it. Another tree that gives the
// same answers would have led to the same: it need not be read.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file_tree.h"

namespace milepost {

// Threads may share it.
class AskedFiles {
 public:
  // A view of the tree whose answers are kept until close(). Paths are those of this tree, also
  // for what is asked of its folders.
  static std::shared_ptr<const FileTree> watch(std::shared_ptr<const FileTree> tree,
                                               std::shared_ptr<AskedFiles> asked);
  void close();

  // Whether another tree, seen from the same folder, gives every answer that was kept.
  bool same_in(const FileTree& other) const;

 private:
  friend class WatchedTree;

  struct Question {
    enum class Kind : std::uint8_t { kKind, kText, kNames } asks;
    std::string path;
    PathKind kind = PathKind::kNothing;
    std::shared_ptr<const Source> text = {};  // null: it could not be read
    std::size_t max_bytes = 0;
    std::vector<std::string> names = {};  // sorted
  };
  void keep(Question question);

  mutable std::mutex mutex_;
  bool closed_ = false;
  std::vector<Question> questions_;
};

}  // namespace milepost
