// The dates of releases: for people, for programs, and for calendars.
#pragma once

#include <string>
#include <vector>

#include "features/release/model.h"

namespace milepost::release {

std::string render_calendar_text(const std::vector<ReleaseCalendar>& calendars, Instant now);
std::string render_calendar_json(const std::vector<ReleaseCalendar>& calendars);

// RFC 5545. A deadline ends an event of an hour; any other date is a whole day. The
// identifiers stay the same when a date is moved, so that calendars move it too. `made` is
// when the file is written.
std::string render_calendar_ics(const std::vector<ReleaseCalendar>& calendars,
                                std::string_view process, Instant made);

}  // namespace milepost::release
