// A repository as it was at some time.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "proposal/repository.h"

namespace milepost {

// Gives the repository the files of the last commit, along the first parents, that
// was made before the instant. It is still judged by the process of today. Fails when
// git does not know that time.
Result<void> turn_back(Repository& repository, Instant before);

// When a day is over, in UTC.
Instant end_of(const Date& day);

}  // namespace milepost
