#include "history/cycle.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

constexpr Version v(unsigned minor) { return {1, minor, 0}; }
Instant on(int month, int day) { return start_of({2026, month, day}); }

NamedReleases aiming_at(const Version& version) { return {version, {}}; }

TEST(Cycles, ComeFromTheCalendar) {
  const std::vector<DatedRelease> calendar = {
      {v(16), on(5, 4), on(8, 18)}, {v(15), on(1, 5), on(4, 21)}, {v(17), on(8, 31), on(12, 15)}};
  const struct {
    const char* name;
    Instant now;
    Version want;
  } cases[] = {
      {"before all", on(1, 1), v(15)},    {"in the first", on(2, 1), v(15)},
      {"between two", on(4, 25), v(16)},  {"on the day it is out", on(4, 21), v(16)},
      {"in the last", on(12, 14), v(17)},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Cycles cycles(calendar, {}, c.now);
    EXPECT_EQ(cycles.at_work(), c.want);
    EXPECT_TRUE(cycles.from_calendar());
    EXPECT_TRUE(cycles.shipped({1, c.want.minor - 1, 3}));
    EXPECT_FALSE(cycles.shipped(c.want));
  }
}

TEST(Cycles, AfterTheCalendarGoByWhatProposalsName) {
  const std::vector<DatedRelease> calendar = {{v(15), on(1, 5), on(4, 21)}};
  const std::vector<NamedReleases> later(3, aiming_at(v(16)));
  EXPECT_EQ(Cycles(calendar, later, on(6, 1)).at_work(), v(16));
  // A release that is out is not at work, whoever names it.
  const std::vector<NamedReleases> past(3, aiming_at(v(15)));
  EXPECT_EQ(Cycles(calendar, past, on(6, 1)).at_work(), std::nullopt);
}

TEST(Cycles, NeedThreeProposalsThatAgree) {
  std::vector<NamedReleases> named(3, aiming_at({1, 37, 2}));
  named.push_back(aiming_at(v(333)));
  named.push_back({v(36), {v(38), v(38)}});
  named.push_back({v(36), {v(38)}});
  named.push_back({v(36), {v(38)}});
  const Cycles cycles({}, named, on(1, 1));
  EXPECT_EQ(cycles.at_work(), v(37)) << "neither a slip nor a far plan";
  EXPECT_FALSE(cycles.from_calendar());
  EXPECT_EQ(cycles.all(), (std::vector<Version>{v(36), v(37), v(38), v(333)}));

  const std::vector<NamedReleases> few(2, aiming_at(v(37)));
  const Cycles unknown({}, few, on(1, 1));
  EXPECT_EQ(unknown.at_work(), std::nullopt);
  EXPECT_FALSE(unknown.shipped(v(1)));
}

TEST(ReleasesBetween, CountByNumberOrByTheList) {
  EXPECT_EQ(releases_between({}, v(33), v(35)), 2U);
  EXPECT_EQ(releases_between({}, v(35), v(35)), 0U);
  EXPECT_EQ(releases_between({}, v(35), v(33)), std::nullopt);
  const std::vector<Version> listed = {v(8), v(9), {2, 0, 0}, {2, 1, 0}};
  EXPECT_EQ(releases_between(listed, v(8), {2, 1, 0}), 3U);
  EXPECT_EQ(releases_between(listed, v(7), {2, 1, 0}), std::nullopt);
}

}  // namespace
}  // namespace milepost
