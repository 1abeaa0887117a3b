#include "base/date.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Date, AcceptsOnlyRealDaysWrittenInFull) {
  struct Case {
    const char* name;
    std::string_view text;
    std::optional<Date> want;
  };
  const Case cases[] = {
      {"plain", "2023-04-05", Date{2023, 4, 5}},
      {"leap day", "2024-02-29", Date{2024, 2, 29}},
      {"leap century", "2000-02-29", Date{2000, 2, 29}},
      {"no leap day", "2023-02-29", std::nullopt},
      {"no leap century", "1900-02-29", std::nullopt},
      {"month fourteen", "2023-14-05", std::nullopt},
      {"month nought", "2023-00-05", std::nullopt},
      {"day nought", "2023-01-00", std::nullopt},
      {"thirty-first of April", "2023-04-31", std::nullopt},
      {"short", "2023-4-5", std::nullopt},
      {"slashes", "2023/04/05", std::nullopt},
      {"with a time", "2023-04-05T10:00:00Z", std::nullopt},
      {"blank before", " 2023-04-05", std::nullopt},
      {"placeholder", "yyyy-mm-dd", std::nullopt},
      {"signs", "2023-+4-05", std::nullopt},
      {"empty", "", std::nullopt},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(parse_date(c.text), c.want);
    if (c.want) {
      EXPECT_EQ(to_string(*c.want), c.text);
    }
  }
}

TEST(Date, ComesInOrder) {
  EXPECT_LT((Date{2023, 12, 31}), (Date{2024, 1, 1}));
  EXPECT_LT((Date{2023, 9, 30}), (Date{2023, 10, 1}));
  EXPECT_GT((Date{2023, 9, 30}), (Date{2023, 9, 3}));
}

TEST(Date, CountsDays) {
  EXPECT_EQ(day_number({1970, 1, 1}), 0);
  EXPECT_EQ(day_number({1969, 12, 31}), -1);
  EXPECT_EQ(day_number({2024, 3, 1}) - day_number({2024, 2, 28}), 2) << "over a leap day";
  EXPECT_EQ(day_number({2024, 1, 1}) - day_number({2023, 1, 1}), 365);
}

}  // namespace
}  // namespace milepost
