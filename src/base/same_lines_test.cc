#include "base/same_lines.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(SameLines, PassOverHowLinesEnd) {
  const struct {
    std::string_view one, other;
    bool same;
  } cases[] = {
      {"", "", true},
      {"a\nb\n", "a\r\nb\r\n", true},
      {"a\r\nb", "a\nb", true},
      {"a\n", "a", false},
      {"a\n", "b\n", false},
      {"a\nb\n", "a\n", false},
      {"a\r", "a", false},
      {"\n\n", "\r\n\n", true},
      {"a\r\r\n", "a\n", false},
      {"a\nb\n", "a\nc\n", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.one);
    EXPECT_EQ(same_lines(c.one, c.other), c.same);
    EXPECT_EQ(same_lines(c.other, c.one), c.same);
  }
}

}  // namespace
}  // namespace milepost
