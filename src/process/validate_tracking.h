// What the tracking form of a pack names must be there.
#pragma once

#include "base/result.h"
#include "process/process.h"

namespace milepost {

Result<void> validate_tracking(const Process& process);

}  // namespace milepost
