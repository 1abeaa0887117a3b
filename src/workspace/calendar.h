// The release calendar of a repository.
#pragma once

#include "base/result.h"
#include "process/releases.h"
#include "proposal/repository.h"

namespace milepost {

// An empty one when the repository has none. It is that of the disk, or of a tree.
Result<Releases> read_releases(const Repository& repository);
Result<Releases> read_releases(const Repository& repository, const FileTree& tree);

}  // namespace milepost
