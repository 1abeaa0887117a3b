#include "render/packing.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace milepost::drawing {
namespace {

constexpr Size kGap{20, 10};

bool apart(const Packing& packing, const std::vector<Size>& sizes, std::size_t a, std::size_t b) {
  const auto& first = packing.corners[a];
  const auto& second = packing.corners[b];
  constexpr double kSlack = 1e-6;
  return first.x + sizes[a].width + kGap.width <= second.x + kSlack ||
         second.x + sizes[b].width + kGap.width <= first.x + kSlack ||
         first.y + sizes[a].height + kGap.height <= second.y + kSlack ||
         second.y + sizes[b].height + kGap.height <= first.y + kSlack;
}

TEST(Packing, NothingOverlapsOrLeavesTheSheet) {
  const auto generator = rc::gen::container<std::vector<Size>>(
      rc::gen::map(rc::gen::pair(rc::gen::inRange(1, 900), rc::gen::inRange(1, 300)),
                   [](const auto& pair) { return Size{double(pair.first), double(pair.second)}; }));
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto sizes = generator(rc::Random(seed), 60).value();
    const auto packing = pack(sizes, kGap, 1.5);
    ASSERT_EQ(packing.corners.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto& corner = packing.corners[i];
      EXPECT_GE(corner.x, 0);
      EXPECT_GE(corner.y, 0);
      EXPECT_LE(corner.x + sizes[i].width, packing.sheet.width);
      EXPECT_LE(corner.y + sizes[i].height, packing.sheet.height);
      for (std::size_t j = 0; j < i; ++j) ASSERT_TRUE(apart(packing, sizes, i, j)) << seed;
    }
  }
}

TEST(Packing, SheetHasAPleasantShape) {
  for (const std::size_t count : {12U, 50U, 400U}) {
    const std::vector<Size> sizes(count, Size{500, 90});
    const auto sheet = pack(sizes, kGap, 1.5).sheet;
    EXPECT_GT(sheet.width / sheet.height, 1.1) << count;
    EXPECT_LT(sheet.width / sheet.height, 2.0) << count;
  }
}

TEST(Packing, SmallOnesFillTheSpaceBesideATallOne) {
  std::vector<Size> sizes(5, Size{100, 90});
  sizes.push_back({400, 500});
  const auto packing = pack(sizes, kGap, 1.2);
  EXPECT_EQ(packing.sheet.height, 500);
  EXPECT_EQ(packing.sheet.width, 520);
}

TEST(Packing, Nothing) {
  const auto packing = pack({}, kGap, 1.5);
  EXPECT_TRUE(packing.corners.empty());
  EXPECT_EQ(packing.sheet.width, 0);
}

}  // namespace
}  // namespace milepost::drawing
