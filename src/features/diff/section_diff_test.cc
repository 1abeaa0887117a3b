#include "features/diff/section_diff.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "process/process_fixture.h"

namespace milepost::diff {
namespace {

std::string path_of(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& title : path) text += (text.empty() ? "" : "/") + title;
  return text.empty() ? "-" : text;
}

// A line for each section, a line for each part of it.
std::string shown(const std::vector<SectionChange>& changes) {
  std::string text;
  for (const SectionChange& change : changes) {
    constexpr std::string_view kFates[] = {"kept", "added", "removed"};
    text += std::string(kFates[static_cast<std::size_t>(change.fate)]) + " " + path_of(change.path);
    if (change.renamed) text += " renamed from " + path_of(change.old_path);
    if (change.moved) text += " moved from " + path_of(change.old_path);
    text += "\n";
    for (const SectionHunk& hunk : change.hunks) {
      constexpr std::string_view kChanges[] = {"~", "+", "-", ">", "<"};
      text += " " + std::string(kChanges[static_cast<std::size_t>(hunk.change)]);
      const bool moved =
          hunk.change == PartChange::kMovedHere || hunk.change == PartChange::kMovedAway;
      if (moved) text += " (" + path_of(hunk.other) + ")";
      for (const WordPiece& piece : hunk.pieces) {
        const bool whole = hunk.pieces.size() == 1;
        text += ' ';
        if (whole || piece.kind == PieceKind::kKept)
          text += piece.words;
        else if (piece.kind == PieceKind::kRemoved)
          text += "[-" + piece.words + "-]";
        else
          text += "{+" + piece.words + "+}";
      }
      text += "\n";
    }
  }
  return text;
}

std::vector<SectionChange> compare(std::string_view before, std::string_view after) {
  return diff_sections(Document(make_source(before)), Document(make_source(after)));
}

TEST(SectionDiff, TellsWhatBecameOfEachSection) {
  const struct {
    std::string_view name, before, after, want;
  } cases[] = {
      {"nothing", "# T\n## A\ntext\n", "# T\n## A\ntext\n", ""},
      {"two empty documents", "", "", ""},
      {"a word", "# T\n## A\none two three\n", "# T\n## A\none 2 three\n",
       "kept A\n ~ one [-two-] {+2+} three\n"},
      {"wrapped anew", "# T\n## A\none two\nthree\n", "# T\n## A\none\ntwo three\n", ""},
      {"spaces between words", "# T\n## A\none  two\n", "# T\n\n\n## A\n\none two\n", ""},
      {"another marker of lists", "# T\n## A\n- one\n- two\n", "# T\n## A\n* one\n* two\n", ""},
      {"a comment", "# T\n## A\n<!-- say it -->\ntext\n", "# T\n## A\ntext\n", ""},
      {"a comment within a line", "# T\n## A\nsome text\n", "# T\n## A\nsome <!-- x --> text\n",
       ""},
      {"a table of contents", "# T\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n## A\n",
       "# T\n<!-- toc -->\n- [A](#a)\n- [B](#b)\n<!-- /toc -->\n## A\n", ""},
      {"front matter", "---\nstatus: alpha\n---\n# T\n", "---\nstatus: beta\n---\n# T\n", ""},
      {"a tick", "# T\n## A\n- [ ] done\n", "# T\n## A\n- [x] done\n",
       "kept A\n ~ [-[ ]-] {+[x]+} done\n"},
      {"a level alone", "# T\n## A\n### B\n", "# T\n## A\n#### B\n", ""},
      {"added", "# T\n## A\n", "# T\n## A\n## B\nnew text\n", "added B\n + new text\n"},
      {"removed", "# T\n## A\n## B\nold text\n## C\n", "# T\n## A\n## C\n",
       "removed B\n - old text\n"},
      {"removed before what stays", "# T\n## B\n## C\nx y z\n", "# T\n## C\nx y q\n",
       "removed B\nkept C\n ~ x y [-z-] {+q+}\n"},
      {"below another", "# T\n## A\n### B\n", "# T\n## A\n### B\nword\n", "kept A/B\n + word\n"},
      {"the same title twice", "# T\n## A\n### Notes\none\n## B\n### Notes\ntwo\n",
       "# T\n## A\n### Notes\none\n## B\n### Notes\nthree\n", "kept B/Notes\n - two\n + three\n"},
      {"before the first heading", "one two three\n", "one two four\n",
       "kept -\n ~ one two [-three-] {+four+}\n"},
      {"the title", "# Old name\n## A\n", "# Another one\n## A\n",
       "kept Another one renamed from Old name\n"},
      {"renamed, by likeness", "# T\n## Test Plan\n", "# T\n## Test Plans\n",
       "kept Test Plans renamed from Test Plan\n"},
      {"renamed, by its text", "# T\n## Caveats\nthis may break when the disk is full\n",
       "# T\n## Risks\nthis may break when the disk is full\n",
       "kept Risks renamed from Caveats\n"},
      {"no more optional", "# T\n## A (Optional)\n", "# T\n## A\n",
       "kept A renamed from A (Optional)\n"},
      {"moved to another parent", "# T\n## A\n### X\n## B\n", "# T\n## A\n## B\n### X\n",
       "kept B/X moved from A/X\n"},
      {"moved in the order", "# T\n## A\n## B\n## C\n", "# T\n## B\n## C\n## A\n",
       "kept A moved from A\n"},
      {"text moved elsewhere", "# T\n## A\na text of some five words\n## B\n",
       "# T\n## A\n## B\na text of some five words\n",
       "kept A\n < (B) a text of some five words\nkept B\n > (A) a text of some five words\n"},
      {"text moved within", "# T\n## A\nthe first part of it all\n\nsecond\n",
       "# T\n## A\nsecond\n\nthe first part of it all\n",
       "kept A\n < (A) the first part of it all\n > (A) the first part of it all\n"},
      {"few words do not move", "# T\n## A\nsee below\n## B\n", "# T\n## A\n## B\nsee below\n",
       "kept A\n - see below\nkept B\n + see below\n"},
      {"a removed section whose text lives on",
       "# T\n## A\nwhat is said here stays true\n## B\nx\n",
       "# T\n## B\nx\n\nwhat is said here stays true\n",
       "removed A\n < (B) what is said here stays true\nkept B\n > (A) what is said here stays "
       "true\n"},
      {"a paragraph before one that changed", "# T\n## A\nit may break now and then\n",
       "# T\n## A\nquite new\n\nit will break now and then\n",
       "kept A\n + quite new\n ~ it [-may-] {+will+} break now and then\n"},
      {"a row of a table", "# T\n## A\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
       "# T\n## A\n| a    | b |\n|------|---|\n| 1 | 2 |\n| 3 | 5 |\n",
       "kept A\n ~ | 3 | [-4-] {+5+} |\n"},
      {"a line of code", "# T\n## A\n```\na = 1\nb = 2\n```\n",
       "# T\n## A\n```\na = 1\nb = 3\n```\n", "kept A\n ~ b = [-2-] {+3+}\n"},
      {"a heading in a list", "# T\n## A\n- # x y z\n", "# T\n## A\n- # x y q\n",
       "kept A\n ~ x y [-z-] {+q+}\n"},
      {"several titles", "# A\nx\n# B\ny\n", "# A\nx\n# C\nz\n",
       "removed B\n - y\nadded C\n + z\n"},
      {"all gone", "# T\n## A\ntext\n", "", "removed T\nremoved A\n - text\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(shown(compare(c.before, c.after)), c.want);
  }
}

TEST(SectionDiff, LinesKeepHowTheyAreWritten) {
  const auto changes =
      compare("# T\n## A\n- one\n",
              "# T\n## A\n- one\n  - two  words\n\n```\n  a  = 1\n```\n\n| b  |\n|--|\n\nprose\n");
  ASSERT_EQ(changes.size(), 1U);
  std::vector<std::string> written;
  for (const SectionHunk& hunk : changes[0].hunks) written.push_back(hunk.written);
  EXPECT_EQ(written, (std::vector<std::string>{"  - two words", "  a  = 1", "| b  |", ""}));
  EXPECT_EQ(changes[0].hunks[0].lead, "  - ");
  EXPECT_EQ(changes[0].hunks[1].lead, "  ");
}

TEST(SectionDiff, AParagraphThatGrewIsTheSame) {
  EXPECT_EQ(
      shown(compare("# T\n## A\none two three four five six via gate.\n",
                    "# T\n## A\none two three four five six by clients a b c d e f g h i j k l m "
                    "n o p q r s t u v w x y z\n")),
      "kept A\n ~ one two three four five six [-via gate.-] {+by clients a b c d e f g h i j k l "
      "m n o p q r s t u v w x y z+}\n");
}

TEST(SectionDiff, SaysWhere) {
  const auto changes =
      compare("# T\n\n## A\n\nold words here\n", "# T\n\nx\n\n## A\n\nnew\nwords here\n");
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[1].line, 5U);
  ASSERT_EQ(changes[1].hunks.size(), 1U);
  EXPECT_EQ(changes[1].hunks[0].line, 7U);
  const auto removed = compare("# T\n\n## A\n\n## B\n\ntext\n", "# T\n\n## A\n");
  ASSERT_EQ(removed.size(), 1U);
  EXPECT_EQ(removed[0].line, 5U);
  EXPECT_EQ(removed[0].hunks.at(0).line, 7U);
}

TEST(SectionDiff, StaysSmallWhereATitleIsLong) {
  const std::string title(300'000, 'x');
  std::string text = "## " + title + "\n";
  for (int i = 0; i < 20'000; ++i) text += "### a\n";
  const auto changes = compare("", text);
  ASSERT_EQ(changes.size(), 20'001U);
  EXPECT_LE(changes.back().path.front().size(), 200U);
}

std::string any_document() {
  constexpr std::string_view kLines[] = {"# Title",
                                         "## Alpha",
                                         "## Beta",
                                         "### Gamma",
                                         "### Delta",
                                         "one two three",
                                         "four five",
                                         "- item of it",
                                         "- [ ] do",
                                         "- [x] do",
                                         "",
                                         "> quoted text",
                                         "| a | b |",
                                         "|---|---|",
                                         "```",
                                         "code here",
                                         "<!-- no -->",
                                         "<!-- toc -->",
                                         "<!-- /toc -->",
                                         "six seven eight nine ten eleven"};
  std::string text;
  const auto lines = *rc::gen::container<std::vector<std::size_t>>(
      rc::gen::inRange<std::size_t>(0, std::size(kLines)));
  for (const std::size_t line : lines) text += std::string(kLines[line]) + "\n";
  return text;
}

TEST(SectionDiff, FindsNothingBetweenADocumentAndItself) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = any_document();
    RC_ASSERT(shown(compare(text, text)).empty());
  }));
}

// The words that stand in a paragraph of their own, once each.
TEST(SectionDiff, ReportsEveryNewWord) {
  EXPECT_TRUE(rc::check([] {
    std::string before = "# T\n";
    std::string after = "# T\n";
    std::set<std::string> fresh;
    const auto kinds = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5));
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::string word = "w" + std::to_string(i);
      if (kinds[i] == 0) before += "\n## S" + std::to_string(i) + "\n";
      if (kinds[i] == 0 || kinds[i] == 1) after += "\n## S" + std::to_string(i) + "\n";
      if (kinds[i] == 2) before += word + " ";
      if (kinds[i] == 2 || kinds[i] == 3) after += word + " ";
      if (kinds[i] == 3) fresh.insert(word);
      if (kinds[i] == 4) before += word + "\n\n";
    }
    std::set<std::string> reported;
    for (const SectionChange& change : compare(before, after)) {
      for (const SectionHunk& hunk : change.hunks) {
        for (const WordPiece& piece : hunk.pieces) {
          if (piece.kind != PieceKind::kAdded) continue;
          for (const std::string_view word : split_words(piece.words)) reported.emplace(word);
        }
      }
    }
    for (const std::string& word : fresh) RC_ASSERT(reported.contains(word));
  }));
}

}  // namespace
}  // namespace milepost::diff
