#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/scan.h"

namespace milepost {
namespace {

using namespace std::string_literals;

struct Want {
  ProblemKind kind;
  std::string text;
  std::string detail;
};

struct Case {
  const char* name;
  std::string text;
  std::vector<Want> want;
};

const Case kCases[] = {
    {"ASCII",
     "plain text, long enough to be looked at in words and in blocks. "s + std::string(200, 'a'),
     {}},
    {"other languages",
     "Größe, à « côté », São João, Ångström, 日本語, naïve “café”—and so on…",
     {}},
    {"byte order mark",
     "\xEF\xBB\xBF"
     "a",
     {{ProblemKind::kByteOrderMark, "\xEF\xBB\xBF", ""}}},
    {"carriage returns, once", "a\r\nb\r\n", {{ProblemKind::kCarriageReturns, "\r\n", ""}}},
    {"lone carriage return", "a\rb", {{ProblemKind::kCarriageReturns, "\r", ""}}},
    {"zeros", "a\0\0b\0"s, {{ProblemKind::kNul, "\0\0"s, ""}, {ProblemKind::kNul, "\0"s, ""}}},
    {"bad bytes in runs",
     "a\xFF\xFE"
     "b\xC3 c",
     {{ProblemKind::kInvalidUtf8, "\xFF\xFE", ""}, {ProblemKind::kInvalidUtf8, "\xC3", ""}}},
    {"overlong", "\xC0\xAF", {{ProblemKind::kInvalidUtf8, "\xC0\xAF", ""}}},
    {"dash", "documentationâ€”e.g.", {{ProblemKind::kDamagedUtf8, "â€”", "—"}}},
    {"apostrophe", "donâ€™t", {{ProblemKind::kDamagedUtf8, "â€™", "’"}}},
    {"letter", "cafÃ©", {{ProblemKind::kDamagedUtf8, "Ã©", "é"}}},
    {"hard space", "aÂ\u00A0b", {{ProblemKind::kDamagedUtf8, "Â\u00A0", "\u00A0"}}},
    {"emoji", "ðŸ˜€", {{ProblemKind::kDamagedUtf8, "ðŸ˜€", "😀"}}},
    {"a run is one", "æ—¥æœ¬", {{ProblemKind::kDamagedUtf8, "æ—¥æœ¬", "日本"}}},
    {"capital before a quote", "“CAFÉ”, Âme, NÃO, Ã", {}},
    {"after a long ASCII text",
     std::string(1000, 'a') + "â€œ",
     {{ProblemKind::kDamagedUtf8, "â€œ", "“"}}},
};

TEST(Encoding, Problems) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    std::vector<Problem> problems;
    find_encoding_problems(Source("x.md", c.text), problems);
    ASSERT_EQ(problems.size(), c.want.size());
    for (std::size_t i = 0; i < problems.size(); ++i) {
      EXPECT_EQ(problems[i].kind, c.want[i].kind);
      EXPECT_EQ(problems[i].span.of(c.text), c.want[i].text);
      EXPECT_EQ(problems[i].detail, c.want[i].detail);
    }
  }
}

TEST(Encoding, ReportsAreCounted) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "a\xFF";
  std::vector<Problem> problems;
  find_encoding_problems(Source("x.md", text), problems);
  EXPECT_EQ(problems.size(), 50U);
}

}  // namespace
}  // namespace milepost
