// The use cases behind `check --baseline` and `check --write-baseline`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/findings/baseline.h"
#include "features/findings/model.h"

namespace milepost::check {

struct BaselineRequest {
  std::string directory = ".";  // where the paths of the findings start
  std::string file;             // the baseline, relative to the directory
};

// Writes the run's findings into the file, which may be there already.
Result<void> store_baseline(const BaselineRequest& request, const findings::Run& run);

// Takes what the file has out of the run; gives back what is gone.
Result<std::vector<findings::BaselineEntry>> subtract_baseline(const BaselineRequest& request,
                                                               findings::Run& run);

}  // namespace milepost::check
