// Days and deadlines in words.
#pragma once

#include <string>
#include <string_view>

#include "base/date.h"
#include "base/instant.h"

namespace milepost {

// "Thu 12 Feb 2026"
std::string day_text(const Date& date);

// The day that people know a deadline by: that which ends with it, if it is the end of one anywhere
// on earth.
Date deadline_day(Instant deadline, bool anywhere_on_earth);

// "Thu 12 Feb 2026, anywhere on earth" for the end of such a day; else the instant.
std::string deadline_text(Instant deadline, bool anywhere_on_earth);

// "Fri 13 Feb 2026, 12:00 UTC"
std::string utc_text(Instant instant);

// For those who have to reckon with it: "Thu 12 Feb 2026, anywhere on earth (Fri 13 Feb 2026, 12:00
// UTC)"; else the instant in UTC.
std::string deadline_in_full(Instant deadline, bool anywhere_on_earth);

// "in 6 days", "in 3 hours", "2 days ago".
std::string from_now(Instant instant, Instant now);

}  // namespace milepost
