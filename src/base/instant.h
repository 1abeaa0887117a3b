// Points in time, in UTC, as calendars and deadlines name them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/date.h"

namespace milepost {

struct Instant {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00:00Z
  friend constexpr auto operator<=>(const Instant&, const Instant&) = default;
};

inline constexpr std::int64_t kHour = 3600;
inline constexpr std::int64_t kDay = 24 * kHour;

// An instant with its offset: 2026-10-08T12:00:00Z, 2026-10-08T05:00-07:00. Without
// an offset it is none, since nobody could say when it is.
std::optional<Instant> parse_instant(std::string_view text);

Instant start_of(const Date& date);  // 00:00 UTC
Date date_of(Instant instant);
std::string to_string(Instant instant);  // 2026-10-08T12:00:00Z

// The clock. Only front ends ask it, and the record, which keeps apart what it was told.
Instant now_utc();

}  // namespace milepost
