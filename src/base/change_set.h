// Changing several files together: all of them, or none.
//
// New texts are written beside the files and synced before any file changes, and
// a journal in the state folder says what is to come. A process that dies in
// between leaves a change that recover_changes() undoes or finishes. One change
// is made at a time; a second one waits for a moment, then gives up.
//
// Files are replaced by renaming: they keep their mode, and their owner as far as
// one may give files away. A link within the tree stays, and the file it leads to
// is changed; nothing outside of the tree is ever written. Folders that become
// empty stay.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/result.h"

namespace milepost {

struct FileChange {
  std::string path;                   // below the root, `/` between its parts
  std::optional<std::string> before;  // what was read; nothing: there must be no such file
  std::optional<std::string> after;   // nothing: it is deleted
};

// The changes that take these back.
std::vector<FileChange> reversed(std::span<const FileChange> changes);

// Makes the changes, and the folders they need. Refused, with nothing changed,
// when a file is not what it was before, is not a regular file, may not be
// written, or lies outside of `root`. Recovers first.
Result<void> apply_changes(const std::string& root, std::span<const FileChange> changes,
                           Disk& disk = real_disk());

// Settles what a process that died has left in the tree at `root`, or in another
// work tree of its repository. Call it before reading files that must agree.
// Writes nothing when there is nothing to settle.
Result<void> recover_changes(const std::string& root, Disk& disk = real_disk());

// A change that a process left when it died.
struct UnsettledChange {
  std::string journal;             // its path
  bool committed = false;          // recovery finishes it; else it is undone
  bool readable = true;            // false: recovery cannot act upon it
  std::vector<std::string> paths;  // of the files it is about
};

// What recover_changes() would settle; settles nothing. Waits for a change that is
// being made.
Result<std::vector<UnsettledChange>> unsettled_changes(const std::string& root,
                                                       Disk& disk = real_disk());

}  // namespace milepost
