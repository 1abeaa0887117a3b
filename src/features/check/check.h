// The use case behind `milepost check`: from paths to findings.
#pragma once

#include "base/result.h"
#include "features/findings/model.h"
#include "workspace/plan_request.h"

namespace milepost::check {

// Fails only when nothing can be checked (no process, a wrong pack, an unknown
// rule, stage or kind); what is wrong with single files is in findings::Run::troubles.
Result<findings::Run> check(const CheckRequest& request);

}  // namespace milepost::check
