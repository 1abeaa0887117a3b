#include "base/instant.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

std::string read(std::string_view text) {
  const auto instant = parse_instant(text);
  return instant ? to_string(*instant) : "none";
}

TEST(Instant, ReadsWhatHasAnOffset) {
  EXPECT_EQ(read("2026-10-08T12:00:00Z"), "2026-10-08T12:00:00Z");
  EXPECT_EQ(read("2026-10-08T12:00Z"), "2026-10-08T12:00:00Z");
  EXPECT_EQ(read("2026-10-08 12:00:30Z"), "2026-10-08T12:00:30Z");
  EXPECT_EQ(read("2026-10-08T20:00-07:00"), "2026-10-09T03:00:00Z");
  EXPECT_EQ(read("2026-01-01T01:00:00+05:30"), "2025-12-31T19:30:00Z");
  EXPECT_EQ(read("1969-12-31T23:59:59Z"), "1969-12-31T23:59:59Z");
}

TEST(Instant, RefusesWhatNobodyCouldPlace) {
  for (const char* text :
       {"", "2026-10-08", "2026-10-08T12:00:00", "2026-10-08T12:00", "2026-02-30T12:00Z",
        "2026-10-08T24:00Z", "2026-10-08T12:60Z", "2026-10-08T12:00:60Z", "2026-10-08T12:00:0Z",
        "2026-10-08T12:00+2:00", "2026-10-08T12:00+15:00", "2026-10-08x12:00Z",
        "2026-10-08T12:00:00ZZ", "2026-10-08T1a:00Z", "2026-10-08T12:00:"}) {
    EXPECT_EQ(read(text), "none") << text;
  }
}

TEST(Instant, KnowsItsDay) {
  EXPECT_EQ(to_string(date_of({start_of({2024, 2, 29}).seconds + kDay - 1})), "2024-02-29");
  EXPECT_EQ(to_string(date_of({-1})), "1969-12-31");
}

}  // namespace
}  // namespace milepost
