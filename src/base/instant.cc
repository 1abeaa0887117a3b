#include "base/instant.h"

#include <chrono>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

// Two digits up to `most`; −1 for anything else.
int read_two(std::string_view text, int most) {
  if (text.size() < 2 || !is_digit(text[0]) || !is_digit(text[1])) return -1;
  const int value = (text[0] - '0') * 10 + (text[1] - '0');
  return value <= most ? value : -1;
}

// "Z", "+02:00", "-07:00", in seconds.
std::optional<std::int64_t> read_offset(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return std::nullopt;
  const int hours = read_two(text.substr(1), 14);
  const int minutes = read_two(text.substr(4), 59);
  if (hours < 0 || minutes < 0) return std::nullopt;
  const std::int64_t offset = hours * kHour + minutes * 60;
  return text[0] == '-' ? -offset : offset;
}

}  // namespace

std::optional<Instant> parse_instant(std::string_view text) {
  constexpr std::size_t kMinutesEnd = 16;  // 2026-10-08T12:00
  if (text.size() <= kMinutesEnd) return std::nullopt;
  const auto date = parse_date(text.substr(0, 10));
  if (!date || (text[10] != 'T' && text[10] != 't' && text[10] != ' ') || text[13] != ':') {
    return std::nullopt;
  }
  const int hour = read_two(text.substr(11), 23);
  const int minute = read_two(text.substr(14), 59);
  int second = 0;
  std::string_view rest = text.substr(kMinutesEnd);
  if (rest[0] == ':') {
    second = read_two(rest.substr(1), 59);
    rest = rest.size() > 3 ? rest.substr(3) : std::string_view();
  }
  const auto offset = read_offset(rest);
  if (hour < 0 || minute < 0 || second < 0 || !offset) return std::nullopt;
  return Instant{start_of(*date).seconds + hour * kHour + minute * 60 + second - *offset};
}

Instant start_of(const Date& date) { return {day_number(date) * kDay}; }

Date date_of(Instant instant) {
  const auto days = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(instant.seconds)));
  const std::chrono::year_month_day day{days};
  return {static_cast<int>(day.year()), static_cast<int>(static_cast<unsigned>(day.month())),
          static_cast<int>(static_cast<unsigned>(day.day()))};
}

std::string to_string(Instant instant) {
  const Date date = date_of(instant);
  const std::int64_t of_day = instant.seconds - start_of(date).seconds;
  return fmt::format("{}T{:02}:{:02}:{:02}Z", to_string(date), of_day / kHour, of_day % kHour / 60,
                     of_day % 60);
}

Instant now_utc() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::floor<std::chrono::seconds>(now).count()};
}

}  // namespace milepost
