// The use cases behind `check --baseline` and `check --write-baseline`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/baseline.h"
#include "report/run.h"

namespace milepost {

struct BaselineRequest {
  std::string directory = ".";  // where the paths of the findings start
  std::string file;             // the baseline, relative to the directory
};

// Writes the run's findings into the file, which may be there already.
Result<void> store_baseline(const BaselineRequest& request, const Run& run);

// Takes what the file has out of the run; gives back what is gone.
Result<std::vector<BaselineEntry>> subtract_baseline(const BaselineRequest& request, Run& run);

}  // namespace milepost
