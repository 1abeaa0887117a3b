// The releases of a calendar, as the history of proposals looks at them.
#pragma once

#include <vector>

#include "history/cycle.h"
#include "process/releases.h"

namespace milepost {

std::vector<DatedRelease> dated_releases(const Calendar& calendar, const Releases& releases);

}  // namespace milepost
