#include "features/findings/formats.h"

#include <gtest/gtest.h>

#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

TEST(Format, EachNameWritesItsOwnFormat) {
  RunFixture fixture;
  fixture.file("a.md", "abc\n").error({0, 3}, "e");
  const std::pair<std::string_view, std::string_view> beginnings[] = {
      {"text", "a.md:1:1: error"}, {"json", "{\n  \"findings\""}, {"sarif", "{\n  \"$schema\""},
      {"junit", "<?xml"},          {"github", "::error"},
  };
  ASSERT_EQ(std::size(beginnings), kFormatNames.size());
  for (const auto& [name, beginning] : beginnings) {
    SCOPED_TRACE(name);
    const auto format = parse_format(name);
    ASSERT_TRUE(format);
    EXPECT_TRUE(render(*format, fixture.run(), {}).starts_with(beginning));
  }
  EXPECT_FALSE(parse_format("xml"));
  EXPECT_FALSE(parse_format(""));
}

}  // namespace
}  // namespace milepost::findings
