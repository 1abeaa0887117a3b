#include "features/release/calendar_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::release {
namespace {

const Instant kNow = *parse_instant("2026-01-12T08:00:00Z");

ReleaseCalendar calendar() {
  return {"v1.38",
          true,
          {{"start", "start of the cycle", false, false, parse_instant("2026-01-05T00:00:00Z")},
           {"prr-freeze", "PRR freeze", true, true, parse_instant("2026-02-05T12:00:00Z")},
           {"release", "release", false, false, std::nullopt}}};
}

TEST(ReleaseCalendar, Text) {
  EXPECT_EQ(render_calendar_text({calendar()}, kNow),
            "v1.38\n"
            "  start of the cycle  Mon 5 Jan 2026, 7 days ago\n"
            "  PRR freeze          Wed 4 Feb 2026, anywhere on earth, in 24 days\n"
            "  release             not set\n");
}

TEST(ReleaseCalendar, Ics) {
  EXPECT_EQ(render_calendar_ics({calendar()}, "org/ways-kep", kNow),
            "BEGIN:VCALENDAR\r\n"
            "VERSION:2.0\r\n"
            "PRODID:-//milepost//release calendar//EN\r\n"
            "BEGIN:VEVENT\r\n"
            "UID:org/ways-kep-v1.38-start@milepost\r\n"
            "DTSTAMP:20260112T080000Z\r\n"
            "DTSTART;VALUE=DATE:20260105\r\n"
            "SUMMARY:v1.38 start of the cycle\r\n"
            "TRANSP:TRANSPARENT\r\n"
            "END:VEVENT\r\n"
            "BEGIN:VEVENT\r\n"
            "UID:org/ways-kep-v1.38-prr-freeze@milepost\r\n"
            "DTSTAMP:20260112T080000Z\r\n"
            "DTSTART:20260205T110000Z\r\n"
            "DTEND:20260205T120000Z\r\n"
            "SUMMARY:v1.38 PRR freeze\r\n"
            "DESCRIPTION:Ends Wed 4 Feb 2026\\, anywhere on earth\r\n"
            "TRANSP:TRANSPARENT\r\n"
            "END:VEVENT\r\n"
            "END:VCALENDAR\r\n");
}

// Of what stands in a pack, nothing can end a line or begin a property.
TEST(ReleaseCalendar, IcsEscapesAndFolds) {
  ReleaseCalendar odd = calendar();
  odd.dates.resize(1);
  odd.dates[0].title = "a;b,c\\d\ne\r\x01";
  for (int i = 0; i < 40; ++i) odd.dates[0].title += "äöü";
  const std::string ics = render_calendar_ics({odd}, "kep", kNow);
  EXPECT_NE(ics.find("SUMMARY:v1.38 a\\;b\\,c\\\\d\\neä"), std::string::npos) << ics;
  std::string unfolded;
  for (std::size_t begin = 0; begin < ics.size();) {
    const std::size_t end = ics.find("\r\n", begin);
    ASSERT_NE(end, ics.npos);
    EXPECT_LE(end - begin, 75U);
    EXPECT_NE(static_cast<unsigned char>(ics[begin]) & 0xC0U, 0x80U) << "a character is cut";
    const bool folded = ics[begin] == ' ';
    if (!folded) unfolded += '\n';
    unfolded += ics.substr(begin + (folded ? 1 : 0), end - begin - (folded ? 1 : 0));
    begin = end + 2;
  }
  EXPECT_NE(unfolded.find("äöüäöü\n"), std::string::npos);
}

class CalendarFiles : public RepositoryFixture {
 protected:
  // At a moment, in a folder of a repository.
  std::string file(const std::string& folder, std::int64_t moment) const {
    const auto workspace = Workspace::open({.directory = at(folder)}, Instant{moment});
    EXPECT_TRUE(workspace);
    const auto list = list_releases(**workspace, {});
    EXPECT_TRUE(list) << list.error().message;
    return calendar_file(**workspace, *list);
  }

  void make_repository(const std::string& folder) const {
    write(folder + "/milepost.yaml", "schema: 1\nprocess: kep\n");
    write(folder + "/releases.yaml",
          "schema: 1\nreleases:\n  - {name: v1.14, start: 2026-01-05}\n");
  }
};

TEST_F(CalendarFiles, StayAsTheyAre) {
  make_repository("one");
  EXPECT_EQ(file("one", 1'800'000'000), file("one", 1'800'000'001));
}

TEST_F(CalendarFiles, NameDatesByTheirRepository) {
  make_repository("one");
  make_repository("other");
  EXPECT_THAT(file("one", 1), testing::HasSubstr("UID:one-kep-v1.14-start@milepost"));
  EXPECT_THAT(file("other", 1), testing::HasSubstr("UID:other-kep-v1.14-start@milepost"));
}

}  // namespace
}  // namespace milepost::release
