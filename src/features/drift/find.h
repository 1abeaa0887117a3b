// The use case behind `milepost drift`: where the places that speak of a proposal
// disagree.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/drift/model.h"
#include "workspace/workspace.h"

namespace milepost::drift {

struct DriftOptions {
  std::vector<std::string> subjects;  // numbers or paths; none: every proposal
  std::vector<std::string> gates;     // files with the feature gates of the code
  std::string release;                // of the code, and whose sign-off ticks count; "": not said
};

// Fails when there is no such proposal or file, or the calendar or record cannot be read.
Result<DriftRun> find_drift(const Workspace& workspace, const DriftOptions& options);

}  // namespace milepost::drift
