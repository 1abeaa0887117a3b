// Calendar days as metadata writes them: yyyy-mm-dd, and nothing else.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace milepost {

struct Date {
  int year = 0;
  int month = 0;
  int day = 0;
  friend constexpr auto operator<=>(const Date&, const Date&) = default;
};

// Exactly yyyy-mm-dd and a day the calendar has: no blanks, no 2023-02-30.
std::optional<Date> parse_date(std::string_view text);

std::string to_string(const Date& date);

// Days since 1970-01-01, for what is so many days before or after.
int day_number(const Date& date);

// The day it is now, in UTC.
Date today_utc();

}  // namespace milepost
