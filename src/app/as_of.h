// A repository as it was on a day.
#pragma once

#include "base/date.h"
#include "base/result.h"
#include "proposal/repository.h"

namespace milepost {

// Gives the repository the files of the last commit, along the first parents, of
// that day or before. It is still judged by the process of today. Fails when git
// does not know that day.
Result<void> turn_back(Repository& repository, const Date& day);

}  // namespace milepost
