#include "base/edits.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace milepost {
namespace {

using Groups = std::vector<std::vector<Edit>>;

TEST(Edits, AreSpliced) {
  const struct {
    const char* name;
    Groups groups;
    const char* want;
    std::vector<std::size_t> left;
  } cases[] = {
      {"none", {}, "0123456789", {}},
      {"an empty group", {{}}, "0123456789", {}},
      {"replace", {{{{2, 4}, "xyz"}}}, "01xyz456789", {}},
      {"delete all", {{{{0, 10}, ""}}}, "", {}},
      {"insert at both ends", {{{{10, 10}, ">"}, {{0, 0}, "<"}}}, "<0123456789>", {}},
      {"unsorted", {{{{8, 9}, "B"}}, {{{1, 2}, "A"}}}, "0A234567B9", {}},
      {"touching", {{{{2, 4}, "A"}}, {{{4, 6}, "B"}}, {{{1, 2}, "C"}}}, "0CAB6789", {}},
      {"insertions keep their order",
       {{{{5, 5}, "b"}, {{5, 5}, "a"}}, {{{5, 5}, "c"}}},
       "01234bac56789",
       {}},
      {"insertions around what is replaced",
       {{{{2, 4}, "X"}}, {{{4, 4}, ">"}}, {{{2, 2}, "<"}}},
       "01<X>456789",
       {}},
      {"equal edits count once",
       {{{{2, 4}, "X"}, {{5, 5}, "+"}}, {{{5, 5}, "+"}}, {{{2, 4}, "X"}, {{9, 10}, "Y"}}},
       "01X4+5678Y",
       {}},
      {"the first of two that overlap",
       {{{{2, 5}, "A"}}, {{{4, 6}, "B"}}, {{{0, 3}, "C"}}, {{{6, 7}, "D"}}},
       "01A5D789",
       {1, 2}},
      {"another text for the same span", {{{{2, 5}, "A"}}, {{{2, 5}, "B"}}}, "01A56789", {1}},
      {"a span within another", {{{{2, 8}, "A"}}, {{{4, 5}, "B"}}}, "01A89", {1}},
      {"a span around another", {{{{4, 5}, "B"}}, {{{2, 8}, "A"}}}, "0123B56789", {1}},
      {"an insertion into what goes", {{{{2, 8}, "A"}}, {{{4, 4}, "B"}}}, "01A89", {1}},
      {"what goes around an insertion", {{{{4, 4}, "B"}}, {{{2, 8}, "A"}}}, "0123B456789", {1}},
      {"a group is left whole, and makes way",
       {{{{4, 5}, "A"}}, {{{0, 1}, "B"}, {{9, 9}, "C"}, {{4, 6}, "D"}}, {{{0, 2}, "E"}}},
       "E23A56789",
       {1}},
      {"a group that overlaps itself", {{{{0, 3}, "A"}, {{2, 4}, "B"}}}, "0123456789", {0}},
      {"past the text", {{{{9, 11}, "A"}}, {{{11, 11}, "B"}}}, "0123456789", {0, 1}},
      {"end before begin", {{{{5, 4}, "A"}}}, "0123456789", {0}},
      {"the largest offsets",
       {{{{UINT32_MAX, UINT32_MAX}, "A"}}, {{{0, UINT32_MAX}, "B"}}},
       "0123456789",
       {0, 1}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Splice result = splice("0123456789", c.groups);
    EXPECT_EQ(result.text, c.want);
    EXPECT_EQ(result.left, c.left);
  }
}

// Letters to be replaced are lower case, those that replace them upper case.
rc::Gen<std::string> generate_text() {
  return rc::gen::container<std::string>(rc::gen::inRange('a', 'g'));
}

rc::Gen<Groups> generate_groups(std::size_t text_size) {
  const auto edit = rc::gen::apply(
      [](std::uint32_t a, std::uint32_t b, std::string text) {
        return Edit{{std::min(a, b), std::max(a, b)}, std::move(text)};
      },
      rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(text_size) + 1),
      rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(text_size) + 1),
      rc::gen::container<std::string>(rc::gen::inRange('A', 'C')));
  return rc::gen::container<Groups>(
      rc::gen::scale(0.1, rc::gen::container<std::vector<Edit>>(edit)));
}

std::string only_lower(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c >= 'a'; });
  return out;
}

bool overlap(Span a, Span b) {
  if (a.empty() && b.empty()) return false;
  return a.empty()   ? b.begin < a.begin && a.begin < b.end
         : b.empty() ? a.begin < b.begin && b.begin < a.end
                     : a.overlaps(b);
}

bool conflict(const std::vector<Edit>& a, const std::vector<Edit>& b) {
  for (const Edit& one : a) {
    for (const Edit& other : b) {
      if (one != other && overlap(one.span, other.span)) return true;
    }
  }
  return false;
}

TEST(Edits, BytesOutsideTheSpansSurvive) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *generate_text();
    const auto groups = *generate_groups(text.size());
    const Splice result = splice(text, groups);

    std::vector<bool> replaced(text.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (std::count(result.left.begin(), result.left.end(), i) > 0) continue;
      for (const Edit& edit : groups[i]) {
        std::fill(replaced.begin() + edit.span.begin, replaced.begin() + edit.span.end, true);
      }
    }
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!replaced[i]) kept += text[i];
    }
    RC_ASSERT(only_lower(result.text) == kept);
  }));
}

TEST(Edits, OnlyWhatOverlapsAnEarlierGroupIsLeft) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *generate_text();
    const auto groups = *generate_groups(text.size());
    const Splice result = splice(text, groups);

    Groups kept;
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const bool overlaps = conflict(groups[i], groups[i]) ||
                            std::any_of(kept.begin(), kept.end(),
                                        [&](const auto& k) { return conflict(groups[i], k); });
      if (overlaps) {
        left.push_back(i);
      } else {
        kept.push_back(groups[i]);
      }
    }
    RC_ASSERT(result.left == left);
    // Those left change nothing.
    const Splice again = splice(text, kept);
    RC_ASSERT(again.text == result.text);
    RC_ASSERT(again.left.empty());
  }));
}

TEST(Edits, OrderDoesNotMatterForDisjointEdits) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *generate_text();
    const auto groups = *generate_groups(text.size());
    std::vector<Edit> disjoint;
    for (const auto& group : groups) {
      for (const Edit& edit : group) {
        const auto apart = [&](const Edit& other) {
          return edit.span != other.span && !overlap(edit.span, other.span);
        };
        if (std::all_of(disjoint.begin(), disjoint.end(), apart)) disjoint.push_back(edit);
      }
    }
    const Groups one = {disjoint};
    const std::string want = splice(text, one).text;
    std::shuffle(disjoint.begin(), disjoint.end(), std::mt19937(*rc::gen::arbitrary<unsigned>()));
    Groups shuffled;
    for (const Edit& edit : disjoint) shuffled.push_back({edit});
    const Splice result = splice(text, shuffled);
    RC_ASSERT(result.left.empty());
    RC_ASSERT(result.text == want);
  }));
}

TEST(Edits, TakeTimeInProportion) {
  constexpr std::uint32_t kCount = 200'000;
  const std::string text(kCount, 'x');
  Groups groups;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    groups.push_back({{{kCount / 2, kCount / 2}, std::to_string(i)}, {{0, kCount}, ""}});
    groups.push_back({{{i, i + 1}, "y"}});
  }
  const Splice result = splice(text, groups);
  EXPECT_EQ(result.text, std::string(kCount, 'y'));
  EXPECT_EQ(result.left.size(), kCount);
}

}  // namespace
}  // namespace milepost
