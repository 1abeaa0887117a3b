#include "base/deadline.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

std::string day_text(const Date& date) {
  constexpr std::string_view kDays[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
  constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const int weekday = ((day_number(date) % 7) + 7) % 7;  // 1970-01-01 was a Thursday
  return fmt::format("{} {} {} {}", kDays[weekday], date.day, kMonths[date.month - 1], date.year);
}

namespace {

bool ends_day_on_earth(Instant deadline, bool anywhere_on_earth) {
  return anywhere_on_earth && deadline.seconds - start_of(date_of(deadline)).seconds == kDay / 2;
}

}  // namespace

Date deadline_day(Instant deadline, bool anywhere_on_earth) {
  const bool ends = ends_day_on_earth(deadline, anywhere_on_earth);
  return date_of({deadline.seconds - (ends ? kDay : 0)});
}

std::string deadline_text(Instant deadline, bool anywhere_on_earth) {
  if (!ends_day_on_earth(deadline, anywhere_on_earth)) return to_string(deadline);
  return day_text(deadline_day(deadline, anywhere_on_earth)) + ", anywhere on earth";
}

std::string utc_text(Instant instant) {
  return fmt::format("{}, {} UTC", day_text(date_of(instant)), to_string(instant).substr(11, 5));
}

std::string deadline_in_full(Instant deadline, bool anywhere_on_earth) {
  const std::string text = deadline_text(deadline, anywhere_on_earth);
  const std::string utc = utc_text(deadline);
  return text == to_string(deadline) ? utc : fmt::format("{} ({})", text, utc);
}

std::string from_now(Instant instant, Instant now) {
  const bool ahead = now < instant;
  const std::int64_t apart = ahead ? instant.seconds - now.seconds : now.seconds - instant.seconds;
  if (apart < kHour) return ahead ? "in less than an hour" : "just now";
  const std::string length = apart >= kDay
                                 ? counted(static_cast<std::size_t>(apart / kDay), "day")
                                 : counted(static_cast<std::size_t>(apart / kHour), "hour");
  return ahead ? "in " + length : length + " ago";
}

}  // namespace milepost
