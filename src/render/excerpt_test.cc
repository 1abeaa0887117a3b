#include "render/excerpt.h"

#include <chrono>

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace milepost {
namespace {

// The text and, under it, the carets: what a person sees.
std::string drawn(const Excerpt& seen) {
  return seen.text + '\n' + std::string(seen.indent, ' ') + std::string(seen.carets, '^');
}

TEST(Excerpt, MarksTheSpan) {
  struct Case {
    const char* name;
    std::string bytes;
    Span span;
    std::string want;
  };
  const Case cases[] = {
      {"a word", "status: draft\n", {8, 13}, "status: draft\n        ^^^^^"},
      {"nothing, at a place", "abc\n", {1, 1}, "abc\n ^"},
      {"second line", "abc\ndef\n", {4, 7}, "def\n^^^"},
      {"several lines", "abc\ndef\n", {1, 6}, "abc\n ^^"},
      {"its line's end only", "abc\ndef\n", {3, 5}, "abc\n   ^"},
      {"end of file", "abc\n", {4, 4}, "abc\n   ^"},
      {"end of file, no newline", "abc", {3, 3}, "abc\n   ^"},
      {"out of range", "abc", {30, 40}, "abc\n   ^"},
      {"CRLF", "abc\r\ndef\r\n", {0, 5}, "abc\n^^^"},
      {"empty line", "\n\n", {1, 1}, "\n^"},
      {"tabs", "\ta\tb\n", {3, 4}, "    a   b\n        ^"},
      {"a tab is marked as wide as it is", "a\tb\n", {1, 2}, "a   b\n ^^^"},
      {"wide", "漢字 x\n", {7, 8}, "漢字 x\n     ^"},
      {"wide marked", "漢字 x\n", {3, 6}, "漢字 x\n  ^^"},
      {"combining", "e\u0301e\u0301x\n", {6, 7}, "e\u0301e\u0301x\n  ^"},
      {"control characters", "\x1b[1mx\n", {4, 5}, "\\x1b[1mx\n       ^"},
      {"bad bytes", "\xff\xfex\n", {1, 2}, "\\xff\\xfex\n    ^^^^"},
      {"byte order mark", "\uFEFF# T\n", {3, 6}, "# T\n^^^"},
      {"byte order mark itself", "\uFEFF# T\n", {0, 3}, "\\u{feff}# T\n^^^^^^^^"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.md", c.bytes);
    const auto seen = excerpt(source, c.span, 60);
    ASSERT_TRUE(seen);
    EXPECT_EQ(drawn(*seen), c.want);
  }
}

TEST(Excerpt, EmptyFileHasNone) {
  const Source source("a.md", "");
  EXPECT_FALSE(excerpt(source, {0, 0}, 60));
}

TEST(Excerpt, CutsLongLinesAroundTheSpan) {
  const std::string digits = "0123456789012345678901234567890123456789";
  struct Case {
    const char* name;
    std::string bytes;
    Span span;
    std::string want;
  };
  const Case cases[] = {
      {"at its beginning", "abc" + digits, {0, 3}, "abc012345678901234…\n^^^"},
      {"at its end", digits + "abc", {40, 43}, "…567890123456789abc\n                ^^^"},
      {"in its middle", digits + "abc" + digits, {40, 43}, "…0123456789abc01234…\n           ^^^"},
      {"wider than the room", digits, {0, 40}, "012345678901234567…\n^^^^^^^^^^^^^^^^^^"},
      {"wide and in the middle",
       digits + digits,
       {20, 60},
       "…456789012345678901…\n       ^^^^^^^^^^^^"},
      {"just fits", "01234567890123456789", {18, 20}, "01234567890123456789\n                  ^^"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.md", c.bytes);
    const auto seen = excerpt(source, c.span, 20);
    ASSERT_TRUE(seen);
    EXPECT_EQ(drawn(*seen), c.want);
  }
}

TEST(Excerpt, NeverWiderThanAskedAndNeverMarksNothing) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += std::string_view("a\t漢\xff\x1b e\u0301👩‍💻")
                 .substr(static_cast<std::size_t>(i % 5));
  }
  const Source source("a.md", bytes);
  for (const std::uint32_t width : {20U, 29U, 69U, 189U}) {
    for (std::uint32_t begin = 0; begin < source.size(); begin += 17) {
      for (const std::uint32_t size : {0U, 1U, 5U, 90U, 4000U}) {
        const auto seen = excerpt(source, {begin, begin + size}, width);
        ASSERT_TRUE(seen);
        ASSERT_LE(utf8::width(seen->text), width);
        ASSERT_GE(seen->carets, 1U);
        ASSERT_LE(seen->indent + seen->carets, width);
        ASSERT_EQ(seen->text.find('\x1b'), std::string::npos);
      }
    }
  }
}

TEST(Excerpt, CostsNoMoreThanTheWidth) {
  const Source source("a.md", std::string(1024UL * 1024, 'x'));
  const auto start = std::chrono::steady_clock::now();
  for (std::uint32_t i = 0; i < 2000; ++i) {
    ASSERT_TRUE(excerpt(source, {i * 500, i * 500 + 9}, 69));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Wrap, BreaksAtSpaces) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrap("", 10, 10), Lines{""});
  EXPECT_EQ(wrap("one two", 10, 10), Lines{"one two"});
  EXPECT_EQ(wrap("one two three", 8, 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 4, 20), (Lines{"one", "two three"}));
  EXPECT_EQ(wrap("incomprehensible is", 5, 5), (Lines{"incomprehensible", "is"}));
  EXPECT_EQ(wrap("漢字 漢字", 8, 8), (Lines{"漢字", "漢字"}));
  EXPECT_EQ(wrap("kept  as it is", 20, 20), Lines{"kept  as it is"});
}

}  // namespace
}  // namespace milepost
