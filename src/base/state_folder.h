// Where milepost keeps its record, caches, journals and reservations: in
// `<git-common-dir>/milepost`, which all work trees share and `git clean` spares,
// or in `.milepost` outside of git.
#pragma once

#include <optional>
#include <string>

#include "base/disk.h"
#include "base/posix.h"
#include "base/result.h"

namespace milepost {

struct StateFolder {
  std::string path;  // absolute, without links
  Descriptor open;
};

// git's folder for a work tree, and the one that all work trees share, without links.
struct GitFolders {
  std::string own;
  std::string common;
};

// Those of the tree that holds a folder; nothing outside of git. An error when git's own files
// are damaged, or cannot be looked at.
Result<std::optional<GitFolders>> find_git_folders(const std::string& folder);

// Where the state of the tree at `root` is kept, whether or not the folder is
// there yet. An error when git's own files are damaged.
Result<std::string> find_state_folder(const std::string& root);

// The same, opened, and made when it was not there, for its owner alone.
Result<StateFolder> make_state_folder(const std::string& root, Disk& disk = real_disk());

// Opens one that is there. It is refused when it belongs to somebody else:
// journals in it say which files to write.
Result<StateFolder> open_state_folder(std::string path);

}  // namespace milepost
