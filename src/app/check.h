// The use case behind `milepost check`: from paths to findings.
#pragma once

#include "app/plan_request.h"
#include "base/result.h"
#include "report/run.h"

namespace milepost {

// Fails only when nothing can be checked (no process, a wrong pack, an unknown
// rule, stage or kind); what is wrong with single files is in Run::troubles.
Result<Run> check(const CheckRequest& request);

}  // namespace milepost
