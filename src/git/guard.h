// Looks over the files of git's before libgit2 opens them: it would wait for a FIFO, and take as
// much memory as a file says it has.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "base/state_folder.h"

namespace milepost {

// The largest index: some 100 bytes for each of as many files as a commit may have.
inline constexpr std::size_t kMostIndexBytes = std::size_t{128} << 20;
// A .gitignore or .gitattributes.
inline constexpr std::size_t kMostPatternBytes = std::size_t{1} << 20;
// A commit, mostly its message, and a folder of one.
inline constexpr std::size_t kMostCommitBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMostTreeBytes = std::size_t{64} << 20;

// That it is a regular file of such a size, or not there.
Result<void> check_git_file(const std::string& path, std::size_t most_bytes);

// The files that are read when a repository is opened, its refs and objects, and those that its
// configuration includes or that it borrows objects from. Looks at each repository once.
Result<void> check_git_folders(const GitFolders& folders);

// That no part of a path below a folder of git's is a link: libgit2 would follow it, and write
// elsewhere. Nor, of `objects`, any of the folders in it.
Result<void> check_no_link(const std::string& folder, const std::string& path);

}  // namespace milepost
