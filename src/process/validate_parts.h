// The parts of validate() that have a source of their own.
#pragma once

#include "process/pack_errors.h"
#include "process/process.h"

namespace milepost {

// Roles, conditions, checklists, the calendar.
void validate_lifecycle(PackErrors& errors, const Process& process);
// What a condition names must be there.
void validate_condition(PackErrors& errors, const Process& process, const Condition& condition);
// What the tracking form names must be there.
void validate_tracking(PackErrors& errors, const Process& process, const TrackingForm& form);

// Paths, numbers and titles; whether companies can be told.
void validate_layout(PackErrors& errors, const Process& process);

}  // namespace milepost
