#include "features/release/calendar_svg.h"

#include <gtest/gtest.h>

namespace milepost::release {
namespace {

ReleaseDate calendar_date(std::string id, std::string_view day, bool freeze = false) {
  return {std::move(id), std::string(day), freeze, freeze, parse_instant(day)};
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

ReleaseCalendar calendar_with(std::vector<ReleaseDate> dates) {
  return {"v1.38", false, std::move(dates)};
}

TEST(CalendarSvg, HasEveryDateThatIsSetAndToday) {
  auto calendar = calendar_with({calendar_date("start", "2027-01-04T00:00:00Z"),
                                 calendar_date("prr", "2027-02-03T00:00:00Z", true),
                                 calendar_date("end", "2027-04-20T00:00:00Z")});
  calendar.dates.push_back({"docs", "not set", true, true, std::nullopt});
  const std::string svg = render_calendar_svg(calendar, *parse_instant("2027-01-20T00:00:00Z"));
  EXPECT_EQ(count_of(svg, "class=\"date"), 3U);
  EXPECT_EQ(count_of(svg, "class=\"date next\""), 1U);
  EXPECT_EQ(count_of(svg, "class=\"date passed\""), 1U);
  EXPECT_NE(svg.find(">today<"), svg.npos);
  EXPECT_NE(svg.find(">4 Jan<"), svg.npos);
  EXPECT_NE(svg.find(">in 14 days · 3 Feb<"), svg.npos);
  EXPECT_EQ(svg.find("style="), svg.npos) << "which the page's policy refuses";
}

// What ends with the 3rd anywhere on earth does so at noon of the 4th in UTC.
TEST(CalendarSvg, ADeadlineIsOnTheDayThatEndsWithIt) {
  auto calendar = calendar_with({calendar_date("start", "2027-01-04T00:00:00Z"),
                                 calendar_date("prr", "2027-02-04T12:00:00Z", true)});
  calendar.anywhere_on_earth = true;
  const std::string svg = render_calendar_svg(calendar, *parse_instant("2027-01-20T00:00:00Z"));
  EXPECT_NE(svg.find("· 3 Feb<"), svg.npos);
}

TEST(CalendarSvg, SaysTodayOnlyWhileItIsUnderWay) {
  const auto calendar = calendar_with({calendar_date("start", "2027-01-04T00:00:00Z"),
                                       calendar_date("end", "2027-04-20T00:00:00Z")});
  for (const std::string_view now : {"2026-12-01T00:00:00Z", "2027-05-01T00:00:00Z"}) {
    EXPECT_EQ(render_calendar_svg(calendar, *parse_instant(now)).find(">today<"),
              std::string::npos);
  }
}

TEST(CalendarSvg, PutsCrowdedLabelsBelowEachOther) {
  const auto calendar = calendar_with({calendar_date("start", "2027-01-04T00:00:00Z"),
                                       calendar_date("a", "2027-02-03T00:00:00Z", true),
                                       calendar_date("b", "2027-02-04T00:00:00Z", true),
                                       calendar_date("end", "2027-04-20T00:00:00Z")});
  EXPECT_NE(render_calendar_svg(calendar, *parse_instant("2027-01-20T00:00:00Z")).find("leader"),
            std::string::npos);
}

TEST(CalendarSvg, OneDateIsNoLine) {
  EXPECT_EQ(render_calendar_svg(calendar_with({calendar_date("start", "2027-01-04T00:00:00Z")}),
                                *parse_instant("2027-01-20T00:00:00Z")),
            "");
}

}  // namespace
}  // namespace milepost::release
