// The calendar of a release as a line from its first date to its last, with today on it. Its
// colours are those of the page it stands on.
#pragma once

#include <string>

#include "features/release/model.h"

namespace milepost::release {

// "" for a release with fewer than two dates that are set.
std::string render_calendar_svg(const ReleaseCalendar& calendar, Instant now);

}  // namespace milepost::release
