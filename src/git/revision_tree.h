// The files of a commit, or of the index, as if they were on disk.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/file_tree.h"
#include "git/git.h"

namespace milepost {

// No commit has no files. The repository is opened once more, for this tree
// alone.
Result<std::shared_ptr<const FileTree>> commit_tree(const std::string& folder,
                                                    const std::optional<Oid>& commit);
Result<std::shared_ptr<const FileTree>> staged_tree(const std::string& folder);

}  // namespace milepost
