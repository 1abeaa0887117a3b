// A process as JSON: kinds, ladders, statuses, gates, roles and dates, as its pack has them.
#pragma once

#include "process/process.h"
#include "render/json_value.h"

namespace milepost::process {

Json process_json(const Process& process);

}  // namespace milepost::process
