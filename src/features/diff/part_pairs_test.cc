#include "features/diff/part_pairs.h"

#include <string>

#include <gtest/gtest.h>

#include "base/outline.h"

namespace milepost::diff {
namespace {

TEST(PartPairs, PairsWhatIsAlike) {
  constexpr std::uint32_t kNew = kNowhere;
  const struct {
    std::string_view name;
    std::vector<std::string_view> olds, news;
    std::vector<std::uint32_t> want;
  } cases[] = {
      {"nothing", {}, {}, {}},
      {"all new", {}, {"a b"}, {kNew}},
      {"all gone", {"a b"}, {}, {}},
      {"changed", {"a b c"}, {"a b d"}, {0}},
      {"another text", {"a b c"}, {"x y z"}, {kNew}},
      {"one before it", {"a b c"}, {"x y z", "a b d"}, {kNew, 0}},
      {"the more alike", {"a b c d"}, {"a b x y", "a b c x"}, {kNew, 0}},
      {"in their order", {"a b c", "x y z"}, {"x y q", "a b q"}, {kNew, 0}},
      {"empty ones are like none", {"", "a b"}, {"", "a c"}, {kNew, 1}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(pair_parts(c.olds, c.news), c.want);
  }
}

TEST(PartPairs, DoesNotCompareVeryMany) {
  const std::vector<std::string_view> many(60, "a b c");
  EXPECT_EQ(pair_parts(many, {"a b c"}), std::vector<std::uint32_t>{kNowhere});
}

}  // namespace
}  // namespace milepost::diff
