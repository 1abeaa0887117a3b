#include "base/positions.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Positions, AreThoseOfTheSource) {
  const Source source("a.md",
                      "ab\xC3\xA4"
                      "c\xF0\x9F\x98\x80"
                      "d\n\nef");
  const Source other("b.md", "ghi");
  Positions positions;
  for (const std::uint32_t offset : {0U, 2U, 4U, 5U, 9U, 10U, 11U, 12U, 13U, 5U, 9U, 2U}) {
    SCOPED_TRACE(offset);
    EXPECT_EQ(positions.of(source, offset), source.position(offset));
  }
  EXPECT_EQ(positions.of(other, 2), other.position(2));
  EXPECT_EQ(positions.of(Source("c.md", ""), 0), Position());
}

}  // namespace
}  // namespace milepost
