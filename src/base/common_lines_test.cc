#include "base/common_lines.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace milepost {
namespace {

using Texts = std::vector<std::string_view>;

// The old lines kept, then the new ones they are paired with: "012 124".
std::string kept(std::string_view old_text, std::string_view new_text) {
  const auto letters = [](std::string_view text) {
    Texts lines;
    for (std::size_t i = 0; i < text.size(); ++i) lines.push_back(text.substr(i, 1));
    return lines;
  };
  std::string old_lines;
  std::string new_lines;
  for (const LinePair& pair : common_lines(letters(old_text), letters(new_text))) {
    old_lines += std::to_string(pair.old_line);
    new_lines += std::to_string(pair.new_line);
  }
  return old_lines + " " + new_lines;
}

TEST(CommonLines, AreInOrder) {
  const struct {
    const char* name;
    const char* old_lines;  // a letter is a line
    const char* new_lines;
    const char* want;
  } cases[] = {
      {"nothing", "", "", " "},
      {"all new", "", "abc", " "},
      {"all gone", "abc", "", " "},
      {"equal", "aab", "aab", "012 012"},
      {"nothing in common", "abc", "xyz", " "},
      {"one changed", "abc", "axc", "02 02"},
      {"grown at both ends", "b", "abc", "0 1"},
      {"shrunk at both ends", "abc", "b", "1 0"},
      {"a section that moved stays in one piece", "xabcdy", "ycdabx", "34 12"},
      {"a repeated line is not removed twice", "aaa", "aa", "01 01"},
      {"the later of two equal parts is the new one", "-a-b", "-a-a-b", "0123 0125"},
      {"Myers' own example", "abcabba", "cbabac", "1346 1234"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(kept(c.old_lines, c.new_lines), c.want);
  }
}

TEST(CommonLines, SplitKeepsEveryByte) {
  EXPECT_EQ(split_lines(""), Texts{});
  EXPECT_EQ(split_lines("\n"), Texts{"\n"});
  EXPECT_EQ(split_lines("a\r\n\nb\rc"), (Texts{"a\r\n", "\n", "b\rc"}));
}

std::size_t longest_common(const Texts& a, const Texts& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const auto line : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = line == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

bool are_ascending_and_equal(const std::vector<LinePair>& pairs, const Texts& a, const Texts& b) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].old_line >= a.size() || pairs[i].new_line >= b.size()) return false;
    if (a[pairs[i].old_line] != b[pairs[i].new_line]) return false;
    if (i == 0) continue;
    if (pairs[i].old_line <= pairs[i - 1].old_line) return false;
    if (pairs[i].new_line <= pairs[i - 1].new_line) return false;
  }
  return true;
}

// `of` different lines: the fewer they are, the more often each is repeated.
rc::Gen<Texts> generate_lines(std::size_t of) {
  static const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  return rc::gen::container<Texts>(
      rc::gen::map(rc::gen::inRange<std::size_t>(0, of),
                   [](std::size_t i) { return std::string_view(letters).substr(i, 1); }));
}

TEST(CommonLines, ArePairsOfEqualLinesWhateverTheTexts) {
  EXPECT_TRUE(rc::check([] {
    const auto of = *rc::gen::inRange<std::size_t>(1, 27);
    const auto a = *generate_lines(of);
    const auto b = *generate_lines(of);
    RC_ASSERT(are_ascending_and_equal(common_lines(a, b), a, b));
  }));
}

TEST(CommonLines, AreAsManyAsCanBeWithoutAnchors) {
  EXPECT_TRUE(rc::check([] {
    auto a = *generate_lines(3);
    auto b = *generate_lines(3);
    // No line is found once only.
    for (const auto line : {"a", "b", "c"}) {
      a.insert(a.begin(), 2, line);
      b.insert(b.end(), 2, line);
    }
    RC_ASSERT(common_lines(a, b).size() == longest_common(a, b));
  }));
}

// Each would take hours in a search for the shortest edit.
TEST(CommonLines, HostileTextsTakeTimeInProportion) {
  constexpr std::uint32_t kCount = 250'000;
  std::vector<std::string> numbers;
  for (std::uint32_t i = 0; i < 2 * kCount; ++i) numbers.push_back(std::to_string(i));
  const auto make = [&](auto&& index) {
    Texts lines;
    for (std::uint32_t i = 0; i < kCount; ++i) lines.push_back(numbers[index(i)]);
    return lines;
  };
  std::uint64_t state = 1;
  const auto random = [&](std::uint32_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>((state >> 33U) % below);
  };
  const auto ascending = make([](std::uint32_t i) { return i; });
  const struct {
    const char* name;
    Texts old_lines;
    Texts new_lines;
    std::size_t at_least;
  } cases[] = {
      {"nothing in common", ascending, make([](std::uint32_t i) { return kCount + i; }), 0},
      {"backwards", ascending, make([](std::uint32_t i) { return kCount - 1 - i; }), 1},
      {"each line twice, backwards", make([](std::uint32_t i) { return i / 2; }),
       make([](std::uint32_t i) { return (kCount - 1 - i) / 2; }), 2},
      {"two lines at random", make([&](std::uint32_t) { return random(2); }),
       make([&](std::uint32_t) { return random(2); }), kCount / 2},
      {"a thousand lines at random", make([&](std::uint32_t) { return random(1000); }),
       make([&](std::uint32_t) { return random(1000); }), kCount / 100},
      {"periods that differ", make([](std::uint32_t i) { return i % 997; }),
       make([](std::uint32_t i) { return i % 991; }), kCount / 100},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto pairs = common_lines(c.old_lines, c.new_lines);
    EXPECT_TRUE(are_ascending_and_equal(pairs, c.old_lines, c.new_lines));
    EXPECT_GE(pairs.size(), c.at_least);
  }
}

}  // namespace
}  // namespace milepost
