// The commit that a repository was at some time.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "git/git.h"

namespace milepost {

// The last one along the first parents that was made before the instant. Fails when git does not
// know that time.
Result<Oid> commit_before(const Git& git, Instant before);

// When a day is over, in UTC.
Instant end_of(const Date& day);

}  // namespace milepost
