// Finding and opening files beneath a folder, and never outside of it.
//
// Each folder on the way is opened from the one above it, and no link is
// followed unseen: one that is swapped in meanwhile leads nowhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/posix.h"
#include "base/result.h"

namespace milepost {

inline constexpr const char* kLinkLeadsOut = "is a symbolic link that leads out of the repository";
inline constexpr const char* kGitsOwn = "lies in a .git folder";

struct Located {
  std::string folder;                // of the file, below the root, without links; "" is the root
  std::vector<std::string> missing;  // the last parts of it that do not exist, outermost first
  std::string name;                  // the file, there or not
  bool by_link = false;              // the path given names a link to it
};

// Whether it can name a file below a folder: "a/b.md", not "/a", "a//b", "./a" or "../a".
bool is_path_beneath(std::string_view path);

// Follows links as long as they stay beneath `root`, which is the open folder
// `root_path`, absolute and without links. What is git's own is out of bounds.
Result<Located> locate_beneath(int root, std::string_view root_path, std::string_view path);

// Opens a folder below the root by a path without links; none, with errno, when
// there is a link on the way.
Descriptor open_beneath(int root, std::string_view folder);

// Opens a file or folder below a root to be read, by any path: links and ".." are followed as
// long as they stay beneath the root. What is git's own is out of bounds. `flags` are those of
// open(), such as O_DIRECTORY; a FIFO that nobody writes to is opened without waiting. Messages
// leave the name to the caller.
Result<Descriptor> open_to_read(const std::string& root, const std::string& path, int flags = 0);

// The work tree of git's that a folder, absolute, lies in: the nearest folder with a `.git`.
std::optional<std::string> work_tree_around(const std::string& folder);

// Whether a path has a part called `.git`.
bool lies_in_git_folder(std::string_view path);

}  // namespace milepost
