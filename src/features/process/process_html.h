// The process as a page: how proposals move, what gates ask for, who does what, what templates
// require from which stage, and when things are due in a release.
#pragma once

#include "features/common/route.h"
#include "render/json_value.h"

namespace milepost::process {

Json process_html(const Visit& visit);

}  // namespace milepost::process
