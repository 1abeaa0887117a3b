// The release calendar of a repository.
#pragma once

#include "base/result.h"
#include "process/releases.h"
#include "proposal/repository.h"

namespace milepost {

// An empty one when the repository has none.
Result<Releases> read_releases(const Repository& repository);

}  // namespace milepost
