#include "base/deadline.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Deadline, Days) {
  EXPECT_EQ(day_text({1970, 1, 1}), "Thu 1 Jan 1970");
  EXPECT_EQ(day_text({1969, 12, 31}), "Wed 31 Dec 1969");
  EXPECT_EQ(day_text({2024, 2, 29}), "Thu 29 Feb 2024");
}

TEST(Deadline, AnywhereOnEarthTheDayEndsAtNoonOfTheNext) {
  const Instant noon = *parse_instant("2026-02-13T12:00:00Z");
  EXPECT_EQ(deadline_text(noon, true), "Thu 12 Feb 2026, anywhere on earth");
  EXPECT_EQ(deadline_text(noon, false), "2026-02-13T12:00:00Z");
  EXPECT_EQ(deadline_in_full(noon, true),
            "Thu 12 Feb 2026, anywhere on earth (Fri 13 Feb 2026, 12:00 UTC)");
  EXPECT_EQ(deadline_in_full(noon, false), "Fri 13 Feb 2026, 12:00 UTC");
  EXPECT_EQ(deadline_in_full({noon.seconds - 1}, true), "Fri 13 Feb 2026, 11:59 UTC");
  EXPECT_EQ(deadline_text({noon.seconds - 1}, true), "2026-02-13T11:59:59Z");
}

TEST(Deadline, HowFarAway) {
  const Instant now = *parse_instant("2026-02-13T12:00:00Z");
  EXPECT_EQ(from_now({now.seconds + 6 * kDay}, now), "in 6 days");
  EXPECT_EQ(from_now({now.seconds + kDay - 1}, now), "in 23 hours");
  EXPECT_EQ(from_now({now.seconds + 1}, now), "in less than an hour");
  EXPECT_EQ(from_now(now, now), "just now");
  EXPECT_EQ(from_now({now.seconds - kDay}, now), "1 day ago");
}

}  // namespace
}  // namespace milepost
