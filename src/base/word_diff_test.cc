#include "base/word_diff.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/strings.h"

namespace milepost {
namespace {

// "kept [-removed-]{+added+}"
std::string marked(std::string_view before, std::string_view after) {
  std::string text;
  for (const WordPiece& piece : diff_words(before, after)) {
    if (!text.empty()) text += ' ';
    if (piece.kind == PieceKind::kRemoved) text += "[-" + piece.words + "-]";
    if (piece.kind == PieceKind::kAdded) text += "{+" + piece.words + "+}";
    if (piece.kind == PieceKind::kKept) text += piece.words;
  }
  return text;
}

TEST(WordDiff, MarksWhatChanged) {
  const struct {
    std::string_view name, before, after, want;
  } cases[] = {
      {"nothing at all", "", " \n", ""},
      {"the same", "a b c", "a b c", "a b c"},
      {"wrapped anew", "a b\nc  d", "a  b c\n\td", "a b c d"},
      {"a word", "it may break soon", "it will break soon", "it [-may-] {+will+} break soon"},
      {"put in", "it may break", "it may well break", "it may {+well+} break"},
      {"taken out", "it may well break", "it may break", "it may [-well-] break"},
      {"at the end", "one two three", "one two three four", "one two three {+four+}"},
      {"at the beginning", "one two three", "zero one two three", "{+zero+} one two three"},
      {"one word between two changes goes with them", "a b c d e f g h", "a b X d Y f g h",
       "a b [-c d e-] {+X d Y+} f g h"},
      {"two words stay", "a b c d e f g h", "a b X d e Y g h",
       "a b [-c-] {+X+} d e [-f-] {+Y+} g h"},
      {"another text", "the cat sat on a mat", "one of the dogs barked loudly",
       "[-the cat sat on a mat-] {+one of the dogs barked loudly+}"},
      {"a tick", "[ ] tests are done", "[x] tests are done", "[-[ ]-] {+[x]+} tests are done"},
      {"all new", "", "a b", "{+a b+}"},
      {"all gone", "a b", "", "[-a b-]"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(marked(c.before, c.after), c.want);
  }
}

TEST(WordDiff, TakesVeryMuchTextAsAWhole) {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += "word ";
  EXPECT_EQ(diff_words(text, text + "more").size(), 2U);
  EXPECT_EQ(diff_words(text, text).size(), 1U);
}

TEST(WordDiff, SharesWordsInAnyOrder) {
  EXPECT_DOUBLE_EQ(shared_words({"a", "b"}, {"b", "a"}), 1);
  EXPECT_DOUBLE_EQ(shared_words({"a", "a"}, {"a"}), 2.0 / 3);
  EXPECT_DOUBLE_EQ(shared_words({"a"}, {"b"}), 0);
  EXPECT_DOUBLE_EQ(shared_words({}, {}), 0);
}

std::string few_words() {
  std::string text;
  const auto letters = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  for (const int letter : letters) text += std::string(1, static_cast<char>('a' + letter)) + ' ';
  return text;
}

// Taking away what was added gives the old text, and the other way round.
TEST(WordDiff, LeadsFromOneTextToTheOther) {
  EXPECT_TRUE(rc::check([] {
    const std::string before = few_words();
    const std::string after = few_words();
    std::string without_added;
    std::string without_removed;
    for (const WordPiece& piece : diff_words(before, after)) {
      if (piece.kind != PieceKind::kAdded) without_added += piece.words + ' ';
      if (piece.kind != PieceKind::kRemoved) without_removed += piece.words + ' ';
    }
    RC_ASSERT(joined_words(without_added) == joined_words(before));
    RC_ASSERT(joined_words(without_removed) == joined_words(after));
  }));
}

}  // namespace
}  // namespace milepost
