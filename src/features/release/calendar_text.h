// The dates of releases: for people, for programs, and for calendars.
#pragma once

#include <string>
#include <vector>

#include "features/release/calendar.h"
#include "features/release/model.h"

namespace milepost::release {

std::string render_calendar_text(const std::vector<ReleaseCalendar>& calendars, Instant now);
std::string render_calendar_json(const std::vector<ReleaseCalendar>& calendars);

// RFC 5545. A deadline ends an event of an hour; any other date is a whole day. The
// identifiers stay the same when a date is moved, so that calendars move it too; they begin with
// `owner`, which no other repository has, since a calendar has one date of an identifier.
std::string render_calendar_ics(const std::vector<ReleaseCalendar>& calendars,
                                std::string_view owner, Instant changed);
// The same of a workspace's list: it stays as it is while nothing changes.
std::string calendar_file(const Workspace& workspace, const CalendarList& list);

}  // namespace milepost::release
