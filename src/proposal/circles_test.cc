#include "proposal/circles.h"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace milepost {
namespace {

using Ways = std::vector<std::vector<std::size_t>>;

Ways ways(std::size_t count, const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  std::vector<Pointing> steps;
  for (const auto& [from, to] : pairs) steps.push_back({from, to, from, 0});
  Ways all;
  for (const auto& circle : find_circles(count, steps)) {
    auto& way = all.emplace_back();
    for (const Pointing& step : circle) way.push_back(step.from);
  }
  return all;
}

TEST(Circles, AreFoundOncePerGroup) {
  const struct {
    std::string_view name;
    std::size_t count;
    std::vector<std::pair<std::size_t, std::size_t>> steps;
    Ways want;
  } cases[] = {
      {"nothing", 0, {}, {}},
      {"a chain", 3, {{0, 1}, {1, 2}}, {}},
      {"two ways to one", 4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}, {}},
      {"two", 2, {{0, 1}, {1, 0}}, {{0, 1}}},
      {"the same said twice", 2, {{0, 1}, {0, 1}}, {}},
      {"three, backwards", 3, {{2, 1}, {1, 0}, {0, 2}}, {{0, 2, 1}}},
      {"a way into it", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}, {{1, 2, 3}}},
      {"two apart", 4, {{0, 1}, {1, 0}, {2, 3}, {3, 2}}, {{0, 1}, {2, 3}}},
      {"the shorter of two", 3, {{0, 1}, {1, 2}, {2, 0}, {1, 0}}, {{0, 1}}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(ways(c.count, c.steps), c.want);
  }
}

TEST(Circles, LongChainsNeedNoDeepStack) {
  constexpr std::size_t kCount = 300'000;
  std::vector<std::pair<std::size_t, std::size_t>> steps;
  for (std::size_t i = 0; i < kCount; ++i) steps.emplace_back(i, (i + 1) % kCount);
  const Ways found = ways(kCount, steps);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].size(), kCount);
}

}  // namespace
}  // namespace milepost
