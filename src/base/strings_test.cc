#include "base/strings.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Strings, TrimsLowersAndCuts) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(lower("KEP É"), "kep É");  // ASCII alone has case here
  EXPECT_TRUE(equal_ignoring_case("Summary", "sUMMARY"));
  EXPECT_FALSE(equal_ignoring_case("Summary", "Summar"));
  EXPECT_EQ(cut("a:b:c", ':'), (std::pair<std::string_view, std::string_view>("a", "b:c")));
  EXPECT_EQ(cut("abc", ':'), (std::pair<std::string_view, std::string_view>("abc", "")));
}

TEST(Strings, PutsOnOneLine) {
  EXPECT_EQ(single_spaced(" a\r\n\tb  c\x01\x7F d "), "a b c d");
  EXPECT_EQ(single_spaced("\n"), "");
  EXPECT_EQ(single_spaced("é — ü"), "é — ü");
}

TEST(Strings, DecodesPercentCodes) {
  EXPECT_EQ(percent_decoded("a%20b%2Fc%c3%A4"), "a b/cä");
  EXPECT_EQ(percent_decoded("%00"), std::string(1, '\0'));
  EXPECT_EQ(percent_decoded("100%"), "100%");
  EXPECT_EQ(percent_decoded("%2"), "%2");
  EXPECT_EQ(percent_decoded("%G0%0G%%41"), "%G0%0G%A");
  EXPECT_EQ(percent_decoded("%2541"), "%41") << "once, not over and over";
}

TEST(Strings, FindsIgnoringCase) {
  struct Case {
    const char* name;
    std::string_view text;
    std::string_view needle;
    std::size_t want;
  };
  const Case cases[] = {
      {"other case", "The TBD here", "tbd", 4},
      {"at the end", "xTbD", "tbd", 1},
      {"a false start", "ttbd", "tbd", 1},
      {"absent", "to be done", "tbd", std::string_view::npos},
      {"longer than the text", "tb", "tbd", std::string_view::npos},
      {"nothing is everywhere", "abc", "", 0},
      {"nothing in nothing", "", "", 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(find_ignoring_case(c.text, c.needle), c.want);
  }
}

// Wherever it stands, among bytes that look like it once their case is ignored.
TEST(Strings, FindsIgnoringCaseAtEachPlace) {
  for (const std::string_view needle : {"@", "k", "ab", "upgrade", "a[b"}) {
    for (std::size_t size = needle.size(); size < 70; ++size) {
      for (std::size_t at = 0; at + needle.size() <= size; ++at) {
        std::string text(size, '`');
        EXPECT_EQ(find_ignoring_case(text, needle), std::string::npos);
        text.replace(at, needle.size(), needle);
        text[at] = static_cast<char>(std::toupper(text[at]));
        EXPECT_EQ(find_ignoring_case(text, needle), at) << needle << " in " << size;
      }
    }
  }
}

// The textbook table, whole: what the banded one must agree with.
std::size_t plain_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t same = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + same});
    }
  }
  return d[a.size()][b.size()];
}

TEST(Strings, SimilarityAgreesWithTheTextbook) {
  std::mt19937 random(7);
  const auto make = [&](std::size_t longest) {
    std::string text(random() % (longest + 1), ' ');
    for (auto& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  int above = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string a = make(14);
    const std::string b = make(14);
    const double at_least = static_cast<double>(random() % 11) / 10;
    const std::size_t longer = std::max(a.size(), b.size());
    const double exact =
        longer == 0 ? 1
                    : 1 - static_cast<double>(plain_distance(a, b)) / static_cast<double>(longer);
    const bool enough = exact >= at_least - 1e-9;
    above += enough ? 1 : 0;
    ASSERT_DOUBLE_EQ(similarity(a, b, at_least), enough ? exact : 0)
        << a << " / " << b << " at least " << at_least;
  }
  EXPECT_GT(above, 400);
  EXPECT_LT(above, 3600);
}

TEST(Strings, NearestForgivesASlipOfThePen) {
  const std::vector<std::string> statuses = {"provisional", "implementable", "implemented"};
  EXPECT_EQ(nearest("imlpemented", statuses), "implemented");
  EXPECT_EQ(nearest("Provisional", statuses), "provisional");
  EXPECT_EQ(nearest("done", statuses), "");
  const std::string_view keys[] = {"tidal", "title", "is"};
  EXPECT_EQ(nearest("titel", keys), "title");
  EXPECT_EQ(nearest("si", keys), "is");
  EXPECT_FALSE(is_swapped("title", "title"));
  EXPECT_FALSE(is_swapped("ab", "bc"));
  EXPECT_FALSE(is_swapped("abcd", "badc"));
  EXPECT_EQ(nearest("", statuses), "");
}

TEST(Strings, HashNeverChanges) {
  EXPECT_EQ(hash_bytes(""), 17280346270528514342U);
  EXPECT_EQ(hash_bytes("a"), 9413272369427828315U);
  EXPECT_EQ(hash_bytes("What is the motivation for this proposal?"), 2362554277413836624U);
  EXPECT_NE(hash_bytes("ab"), hash_bytes("ba"));
}

TEST(Strings, CountsNouns) {
  EXPECT_EQ(counted(1, "error"), "1 error");
  EXPECT_EQ(counted(0, "error"), "0 errors");
  EXPECT_EQ(counted(3, "entry"), "3 entries");
  EXPECT_EQ(counted(2, "day"), "2 days");
  EXPECT_EQ(counted(2, "branch"), "2 branches");
  EXPECT_EQ(counted(2, "pass"), "2 passes");
}

}  // namespace
}  // namespace milepost
