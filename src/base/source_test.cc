#include "base/source.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Source, FindsLinesWhateverEndsThem) {
  struct Case {
    const char* name;
    std::string_view text;
    std::vector<std::string> want;
  };
  const Case cases[] = {
      {"empty", "", {}},
      {"no final newline", "a\nb", {"a", "b"}},
      {"final newline", "a\nb\n", {"a", "b"}},
      {"only a newline", "\n", {""}},
      {"blank lines", "a\n\n\nb", {"a", "", "", "b"}},
      {"crlf", "a\r\nb\r\n", {"a", "b"}},
      {"lone cr", "a\rb\r", {"a", "b"}},
      {"cr cr lf", "a\r\r\nb", {"a", "", "b"}},
      {"lf cr", "a\n\rb", {"a", "", "b"}},
      {"all three", "a\rb\nc\r\nd", {"a", "b", "c", "d"}},
      {"only crlf", "\r\n", {""}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("x.md", std::string(c.text));
    std::vector<std::string> lines;
    for (std::uint32_t i = 0; i < source.line_count(); ++i) {
      lines.emplace_back(source.text(source.line(i)));
      EXPECT_EQ(source.line_at(source.line_begins()[i]), i);
      EXPECT_GE(source.next_line_begin(i), source.line(i).end);
    }
    EXPECT_EQ(lines, c.want);
    EXPECT_TRUE(source.line(source.line_count()).empty());
    if (!c.want.empty()) {
      EXPECT_EQ(source.next_line_begin(source.line_count() - 1), source.size());
    }
  }
}

TEST(Source, GivesPositionsInThreeUnits) {
  const Source source("x.md", "one\r\né😀x\xFFy");
  struct Case {
    const char* name;
    std::uint32_t offset;
    Position want;
  };
  const Case cases[] = {
      {"start", 0, {1, 1, 1, 1}},
      {"at the cr", 3, {1, 4, 4, 4}},
      {"between cr and lf", 4, {1, 5, 5, 5}},
      {"second line", 5, {2, 1, 1, 1}},
      {"after two bytes", 7, {2, 2, 3, 2}},
      {"after four bytes", 11, {2, 3, 7, 4}},
      {"after a bad byte", 13, {2, 5, 9, 6}},
      {"end", 14, {2, 6, 10, 7}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(source.position(c.offset), c.want);
  }
  EXPECT_EQ(Source("empty", "").position(0), (Position{1, 1, 1, 1}));
}

}  // namespace
}  // namespace milepost
