// Findings inside a JSON document.
#pragma once

#include "features/findings/model.h"
#include "render/json_value.h"

namespace milepost::findings {

Json json_findings(const Run& run);

}  // namespace milepost::findings
