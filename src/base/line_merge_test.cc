#include "base/line_merge.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(LineMerge, TakesWhatOneOfThemChanged) {
  const struct {
    std::string_view name, base, one, other, want;
  } cases[] = {
      {"nothing", "", "", "", ""},
      {"the same", "a\nb\n", "a\nb\n", "a\nb\n", "a\nb\n"},
      {"one changed", "a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\n", "a\nB\nc\n"},
      {"the other changed", "a\nb\nc\n", "a\nb\nc\n", "a\nb\nC\n", "a\nb\nC\n"},
      {"both, apart", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"},
      {"both alike", "a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"},
      {"one took out", "a\nb\nc\nd\n", "a\nc\nd\n", "a\nb\nc\nD\n", "a\nc\nD\n"},
      {"both added", "a\nz\n", "a\n1\nz\n", "a\n2\nz\n", "a\n1\n2\nz\n"},
      {"both added at the end", "a\n", "a\n1\n", "a\n2\n", "a\n1\n2\n"},
      {"out of nothing", "", "1\n", "2\n", "1\n2\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const LineMerge merge = merge_lines(c.base, c.one, c.other, MergeSide::kOne);
    EXPECT_EQ(merge.text, c.want);
    EXPECT_TRUE(merge.conflicts.empty());
  }
}

TEST(LineMerge, ShowsWhereBothChanged) {
  const LineMerge one = merge_lines("a\nb\nc\n", "a\n1\nc\n", "a\n2\nc\n", MergeSide::kOne);
  EXPECT_EQ(one.text, "a\n1\nc\n");
  EXPECT_EQ(one.conflicts, (std::vector<LineConflict>{{"b\n", "1\n", "2\n"}}));
  EXPECT_EQ(merge_lines("a\nb\nc\n", "a\n1\nc\n", "a\n2\nc\n", MergeSide::kOther).text,
            "a\n2\nc\n");
  // Taken out here and changed there.
  EXPECT_EQ(merge_lines("a\nb\nc\n", "a\nc\n", "a\n2\nc\n", MergeSide::kOne).conflicts,
            (std::vector<LineConflict>{{"b\n", "", "2\n"}}));
}

}  // namespace
}  // namespace milepost
