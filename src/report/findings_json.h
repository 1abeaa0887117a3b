// Findings inside a JSON document.
#pragma once

#include "report/json_value.h"
#include "report/run.h"

namespace milepost {

Json json_findings(const Run& run);

}  // namespace milepost
