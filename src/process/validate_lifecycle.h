// The part of validate() that concerns roles, conditions, checklists, the calendar.
#pragma once

#include "base/result.h"
#include "process/process.h"

namespace milepost {

Result<void> validate_lifecycle(const Process& process);
// What a condition names must be there.
Result<void> validate_condition(const Process& process, const Condition& condition);

}  // namespace milepost
