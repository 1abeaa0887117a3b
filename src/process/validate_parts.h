// The parts of validate() that have a source of their own.
#pragma once

#include "base/result.h"
#include "process/process.h"

namespace milepost {

// Roles, conditions, checklists, the calendar.
Result<void> validate_lifecycle(const Process& process);
// What a condition names must be there.
Result<void> validate_condition(const Process& process, const Condition& condition);
// What the tracking form names must be there.
Result<void> validate_tracking(const Process& process, const TrackingForm& form);

}  // namespace milepost
