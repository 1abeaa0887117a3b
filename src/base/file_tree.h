// The files of a repository, wherever they are: on disk, in a commit, in git's
// index. Threads may share one.
//
// Paths are relative to the tree's root, with `/` between their parts; "" is the
// root. Links are followed as long as they stay inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "base/source.h"

namespace milepost {

enum class PathKind : std::uint8_t { kNothing, kFile, kFolder };

class FileTree {
 public:
  FileTree() = default;
  FileTree(const FileTree&) = delete;
  FileTree& operator=(const FileTree&) = delete;
  virtual ~FileTree() = default;

  virtual PathKind kind(const std::string& path) const = 0;
  bool has(const std::string& path) const { return kind(path) != PathKind::kNothing; }
  // The Source is called `display_path`; messages leave the name to the caller.
  virtual Result<std::shared_ptr<const Source>> read(const std::string& path,
                                                     std::string display_path,
                                                     std::size_t max_bytes) const = 0;
  // As milepost::walk(); the paths are relative to the folder.
  virtual Walk walk(const std::string& folder, const WalkFilter& wanted) const = 0;
  // The names in a folder; none when it cannot be read.
  virtual std::vector<std::string> list(const std::string& folder) const = 0;
  // The same files, seen from a folder.
  virtual std::shared_ptr<const FileTree> below(const std::string& folder) const = 0;
};

// What is below a folder on disk. Links are followed as long as they stay in the work tree of
// git's around it, as of a commit; without git, below the folder. Only "/", the system's root,
// has all files.
std::shared_ptr<const FileTree> disk_tree(std::string root);

}  // namespace milepost
