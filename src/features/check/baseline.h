// The actions behind `check --baseline` and `check --write-baseline`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/findings/baseline.h"
#include "features/findings/model.h"
#include "workspace/workspace.h"

namespace milepost::check {

// Writes the run's findings into the file, which may be there already. Its path is seen from
// where one stands, as are those of the findings.
Result<void> store_baseline(const Workspace& workspace, const std::string& file,
                            const findings::Run& run);

// Takes what the file has out of the run; gives back what is gone.
Result<std::vector<findings::BaselineEntry>> subtract_baseline(const Workspace& workspace,
                                                               const std::string& file,
                                                               findings::Run& run);

}  // namespace milepost::check
