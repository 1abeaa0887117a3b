#include "features/findings/region.h"

#include <chrono>

#include <gtest/gtest.h>

namespace milepost::findings {
namespace {

Finding at(const Source& source, Span span) {
  Finding finding;
  finding.source = &source;
  finding.span = span;
  return finding;
}

TEST(Regions, OfAFinding) {
  struct Case {
    const char* name;
    std::string bytes;
    Span span;
    Region want;
  };
  const Case cases[] = {
      {"first line", "abc\ndef\n", {0, 3}, {1, 1, 1, 4}},
      {"second line", "abc\ndef\n", {5, 6}, {2, 2, 2, 3}},
      {"code points", "äöü x", {7, 8}, {1, 5, 1, 6}},
      {"bad bytes count one each", "\xff\xfe x", {3, 4}, {1, 4, 1, 5}},
      {"several lines", "abc\ndef\n", {1, 6}, {1, 2, 2, 3}},
      {"a whole line ends where the next begins", "abc\ndef\n", {0, 4}, {1, 1, 2, 1}},
      {"empty file", "", {0, 0}, {}},
      {"end of file", "abc\n", {4, 4}, {1, 4, 1, 4}},
      {"end of file without newline", "abc", {3, 3}, {1, 4, 1, 4}},
      {"within CRLF", "abc\r\ndef", {4, 5}, {1, 4, 2, 1}},
      {"out of range", "abc", {7, 9}, {1, 4, 1, 4}},
      {"backwards", "abc", {2, 1}, {1, 3, 1, 3}},
      {"lone newline", "\n", {1, 1}, {1, 1, 1, 1}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.md", c.bytes);
    const Region place = Regions().of(at(source, c.span));
    EXPECT_EQ(place.line, c.want.line);
    EXPECT_EQ(place.column, c.want.column);
    EXPECT_EQ(place.end_line, c.want.end_line);
    EXPECT_EQ(place.end_column, c.want.end_column);
  }
}

TEST(Regions, WithoutASource) { EXPECT_EQ(Regions().of(Finding{}), Region{}); }

TEST(Regions, OfAnEditIsExact) {
  struct Case {
    const char* name;
    std::string bytes;
    Span span;
    Region want;
  };
  const Case cases[] = {
      {"append after the last newline", "abc\n", {4, 4}, {2, 1, 2, 1}},
      {"delete the last line", "abc\ndef\n", {4, 8}, {2, 1, 3, 1}},
      {"append to an unfinished line", "abc", {3, 3}, {1, 4, 1, 4}},
      {"delete a newline", "abc\ndef", {3, 4}, {1, 4, 2, 1}},
      {"empty file", "", {0, 0}, {1, 1, 1, 1}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Source source("a.md", c.bytes);
    EXPECT_EQ(Regions().of_edit(source, c.span), c.want);
  }
}

TEST(Regions, RemembersAcrossFindingsAndSources) {
  const Source one("a.md", "ä b c\nd e f\n");
  const Source two("b.md", "xxxxxx\n");
  Regions places;
  for (const std::uint32_t offset : {3U, 5U, 3U, 7U, 11U, 9U, 0U}) {
    EXPECT_EQ(places.of(at(one, {offset, offset + 1})),
              Regions().of(at(one, {offset, offset + 1})));
    EXPECT_EQ(places.of(at(two, {2, 4})), Regions().of(at(two, {2, 4})));
  }
}

TEST(Regions, ManyFindingsInOneLongLineAreLinear) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "ä bad ";
  const Source source("a.md", std::move(bytes));
  Regions places;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t sum = 0;
  for (std::uint32_t offset = 0; offset < source.size(); offset += 7) {
    sum += places.of(at(source, {offset, offset + 2})).column;
  }
  EXPECT_GT(sum, 0U);
  // Quadratic work would take minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace milepost::findings
