#include "base/date.h"

#include <chrono>

#include "base/strings.h"

namespace milepost {

namespace {

// The number those digits spell, or −1 when there is anything else among them.
int read_digits(std::string_view digits) {
  int value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

void append_padded(std::string& out, int value, std::size_t digits) {
  const std::string text = std::to_string(value);
  if (text.size() < digits) out.append(digits - text.size(), '0');
  out += text;
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const Date date{read_digits(text.substr(0, 4)), read_digits(text.substr(5, 2)),
                  read_digits(text.substr(8, 2))};
  if (date.year < 0 || date.month < 0 || date.day < 0) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year(date.year),
                                        std::chrono::month(static_cast<unsigned>(date.month)),
                                        std::chrono::day(static_cast<unsigned>(date.day))};
  if (!day.ok()) return std::nullopt;
  return date;
}

std::string to_string(const Date& date) {
  std::string text;
  append_padded(text, date.year, 4);
  text += '-';
  append_padded(text, date.month, 2);
  text += '-';
  append_padded(text, date.day, 2);
  return text;
}

int day_number(const Date& date) {
  const std::chrono::sys_days day = std::chrono::year{date.year} /
                                    std::chrono::month{static_cast<unsigned>(date.month)} /
                                    std::chrono::day{static_cast<unsigned>(date.day)};
  return static_cast<int>(day.time_since_epoch().count());
}

Date today_utc() {
  const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day day{now};
  return {static_cast<int>(day.year()), static_cast<int>(static_cast<unsigned>(day.month())),
          static_cast<int>(static_cast<unsigned>(day.day()))};
}

}  // namespace milepost
