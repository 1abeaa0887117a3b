#include "base/outline.h"

#include <string>

#include <gtest/gtest.h>

namespace milepost {
namespace {

using Names = std::vector<std::string_view>;

OutlinePairs paired(const Names& olds, const Names& news) {
  OutlinePairs pairs(olds.size(), news.size());
  pair_same(olds, news, pairs);
  pair_alike(olds, news, pairs);
  return pairs;
}

TEST(Outline, PairsByNameThenByLikeness) {
  const OutlinePairs pairs = paired({"summary", "test plans", "gone", "twice", "twice"},
                                    {"twice", "test plan", "summary", "entirely new"});
  EXPECT_EQ(pairs.former, (std::vector<std::uint32_t>{3, 1, 0, kNowhere}));
  EXPECT_EQ(pairs.next, (std::vector<std::uint32_t>{2, 1, kNowhere, 0, kNowhere}));
}

TEST(Outline, PairsTheMostAlikeFirst) {
  const OutlinePairs pairs = paired({"monitoring requirements"},
                                    {"monitoring requirement lists", "monitoring requirement"});
  EXPECT_EQ(pairs.former, (std::vector<std::uint32_t>{kNowhere, 0}));
}

TEST(Outline, DoesNotCompareVeryManyOrVeryLongNames) {
  std::vector<std::string> olds;
  std::vector<std::string> news;
  for (int i = 0; i < 300; ++i) {
    olds.push_back("the one of number " + std::to_string(i));
    news.push_back("the one of numero " + std::to_string(i));
  }
  const OutlinePairs many =
      paired(Names(olds.begin(), olds.end()), Names(news.begin(), news.end()));
  EXPECT_EQ(many.former[0], kNowhere);
  const std::string one(100'000, 'a');
  const std::string other = one + "b";
  EXPECT_EQ(paired({one}, {other}).former[0], kNowhere);
}

TEST(Outline, TellsWhatMoved) {
  constexpr std::uint32_t kTop = kNowhere;
  const struct {
    std::string_view name;
    std::vector<std::uint32_t> former;
    std::size_t olds;
    std::vector<std::uint32_t> old_parents, new_parents;
    std::vector<bool> want;
  } cases[] = {
      {"nothing", {0, 1}, 2, {kTop, 0}, {kTop, 0}, {false, false}},
      {"to the end", {1, 2, 0}, 3, {kTop, kTop, kTop}, {kTop, kTop, kTop}, {false, false, true}},
      {"to another parent", {0, 1, 2}, 3, {kTop, kTop, 0}, {kTop, kTop, 1}, {false, false, true}},
      {"out of its parent", {0, 1}, 2, {kTop, 0}, {kTop, kTop}, {false, true}},
      {"with its parent",
       {1, 2, 3, 0, 4},
       5,
       {kTop, kTop, kTop, kTop, 0},
       {kTop, kTop, kTop, kTop, 3},
       {false, false, false, true, false}},
      {"a parent came around it", {kNowhere, 0}, 1, {kTop}, {kTop, 0}, {false, false}},
      {"its parent went", {1}, 2, {kTop, 0}, {kTop}, {false}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    OutlinePairs pairs(c.olds, c.former.size());
    for (std::size_t a = 0; a < c.former.size(); ++a) {
      if (c.former[a] != kNowhere) pairs.pair(c.former[a], a);
    }
    EXPECT_EQ(find_moved(pairs, c.old_parents, c.new_parents), c.want);
  }
}

}  // namespace
}  // namespace milepost
