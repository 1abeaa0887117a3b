// The files of a repository as they were at some time.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "proposal/repository.h"

namespace milepost {

// Those of the last commit, along the first parents, that was made before the instant. Fails
// when git does not know that time.
Result<std::shared_ptr<const FileTree>> tree_before(const Repository& repository, Instant before);

// When a day is over, in UTC.
Instant end_of(const Date& day);

}  // namespace milepost
