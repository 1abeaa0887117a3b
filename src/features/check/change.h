// `check` of a change: what it brought, and whether it may be made.
#pragma once

#include "base/result.h"
#include "features/findings/model.h"
#include "workspace/plan_request.h"

namespace milepost::check {

// Compares the proposals that differ, before and after, with the same engine. A
// finding counts when it was not there before, or stands on a line that is new.
// Fails when there is no git repository, or a revision is unknown.
Result<findings::Run> check_change(const CheckRequest& request);

}  // namespace milepost::check
