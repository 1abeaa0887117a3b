#include "process/boilerplate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Boilerplate, TakesATextApart) {
  using testing::ElementsAre;
  EXPECT_THAT(paragraphs_in("\n \n"), testing::IsEmpty());
  EXPECT_THAT(paragraphs_in("a\nb\n\n- c\n  d\n- e\nf"), ElementsAre("a\nb", "- c\n  d", "- e\nf"));
  EXPECT_THAT(paragraphs_in("1. a\r\n\r\nb\r\n"), ElementsAre("1. a\r", "b\r"));
}

TEST(Boilerplate, TakesMarkersOff) {
  const struct {
    std::string_view name, line, want;
  } cases[] = {
      {"nothing", "", ""},
      {"prose", "  Some words. ", "Some words."},
      {"bullet", "- Some words", "Some words"},
      {"star", "  * Some words", "Some words"},
      {"plus", "+ Some words", "Some words"},
      {"number", "12. Some words", "Some words"},
      {"number with a bracket", "3) Some words", "Some words"},
      {"bullet alone", "-", ""},
      {"no space after the bullet", "-Some words", "-Some words"},
      {"emphasis is no bullet", "*Some* words", "*Some* words"},
      {"a year is no number", "2021 was good", "2021 was good"},
      {"version is no number", "1.30 is out", "1.30 is out"},
      {"ten digits are no number", "1234567890. words", "1234567890. words"},
      {"digits alone", "123", "123"},
      {"box", "- [ ] Some words", "Some words"},
      {"ticked box", "- [x] Some words", "Some words"},
      {"odd box", "- [ X ] Some words", "Some words"},
      {"box without bullet", "[ ] Some words", "Some words"},
      {"box alone", "- [ ]", ""},
      {"a link is no box", "[x](there) words", "[x](there) words"},
      {"a long bracket is no box", "[citation needed] words", "[citation needed] words"},
      {"quote", "> Some words", "Some words"},
      {"quotes and bullet", "> > - [ ] Some words", "Some words"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(without_markers(c.line), c.want);
  }
}

TEST(Boilerplate, ComparesLinesByTheirText) {
  const struct {
    std::string_view name, a, b;
    bool same;
  } cases[] = {
      {"equal", "Some words", "Some words", true},
      {"white space", "Some  words\t", "  Some words", true},
      {"line end", "Some\nwords", "Some words", true},
      {"CRLF", "Some words\r", "Some words", true},
      {"ticked or not", "- [ ] Some words", "- [x] Some words", true},
      {"another bullet", "- Some words", "* Some words", true},
      {"with and without bullet", "- Some words", "Some words", true},
      {"case is kept", "Some words", "some words", false},
      {"an answer added", "- Feature gate name:", "- Feature gate name: Foo", false},
      {"punctuation counts", "Some words.", "Some words", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(line_hash(c.a) == line_hash(c.b), c.same);
  }
  for (const std::string_view nothing : {"", " \t", "-", "- [ ]", ">"}) {
    EXPECT_EQ(line_hash(nothing), 0U) << nothing;
  }
  EXPECT_LT(line_hash("Some words"), std::uint64_t{1} << 48);
}

TEST(Boilerplate, AddsLinesParagraphsAndItems) {
  std::unordered_set<std::uint64_t> hashes;
  add_line_hashes(
      "A paragraph of\ntwo lines.\n\n- [ ] An item that\n  goes on\n- Another item\n\n\nThe end",
      hashes);
  const struct {
    std::string_view name, text;
    bool known;
  } cases[] = {
      {"a line", "two lines.", true},
      {"the paragraph", "A paragraph of two lines.", true},
      {"the paragraph, wrapped anew", "A\nparagraph of two\nlines.", true},
      {"the first line of an item", "- An item that", true},
      {"the item", "- An item that goes on", true},
      {"the item, ticked", "- [x] An item that goes on", true},
      {"the next item", "Another item", true},
      {"the last line", "The end", true},
      {"two items", "An item that goes on - Another item", false},
      {"two paragraphs", "Another item The end", false},
      {"part of a line", "A paragraph", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(hashes.contains(line_hash(c.text)), c.known);
    EXPECT_EQ(LineTable({&hashes}).contains(without_markers(c.text)), c.known);
  }
  EXPECT_FALSE(hashes.contains(0));
  EXPECT_EQ(hashes.size(), 8U);
}

TEST(Boilerplate, TellsLinesThatBeginAlike) {
  std::unordered_set<std::uint64_t> hashes;
  add_line_hashes("What are the risks of this?\nShort\n", hashes);
  const LineTable table({&hashes});
  EXPECT_TRUE(table.contains("What  are\nthe risks of this?"));
  EXPECT_FALSE(table.contains("What are the risks of that?"));
  EXPECT_FALSE(table.contains("What are the risks of this? None."));
  EXPECT_TRUE(table.contains("Short"));
  EXPECT_FALSE(table.contains("Shor"));
  EXPECT_FALSE(table.contains(""));
}

// Lineage files hold them.
TEST(Boilerplate, HashesNeverChange) {
  EXPECT_EQ(line_hash("a"), 267204098704277U);
  EXPECT_EQ(line_hash("What is the motivation for this proposal?"), 86755266475733U);
}

TEST(Boilerplate, TakesHashesOfAnySize) {
  const std::unordered_set<std::uint64_t> hashes = {UINT64_MAX, 1};
  EXPECT_FALSE(LineTable({&hashes}).contains("Some words"));
}

}  // namespace
}  // namespace milepost
