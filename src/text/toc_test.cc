#include "text/toc.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace milepost {
namespace {

Document scan(std::string text) {
  return Document(std::make_shared<Source>("test.md", std::move(text)));
}

std::string made(std::string_view text, const Edit& edit) {
  std::string changed(text);
  return changed.replace(edit.span.begin, edit.span.size(), edit.text);
}

// The text with its table written, whether or not it was current.
std::string written(const std::string& text, TocStyle style = TocStyle::kCommonMark) {
  const Document document = scan(text);
  const auto place = find_toc(document, style).first;
  if (!place) return "no table";
  const auto entries = toc_entries(document, place->table.end, kTocDepth, style);
  return made(text, write_toc(document, *place, entries, style));
}

bool current(const std::string& text, TocStyle style = TocStyle::kCommonMark) {
  const Document document = scan(text);
  const auto place = find_toc(document, style).first;
  return place && is_current(document, *place,
                             toc_entries(document, place->table.end, kTocDepth, style), style);
}

TEST(Toc, Tables) {
  const struct {
    const char* name;
    std::string text;
    std::string want;
    int depth = kTocDepth;
  } cases[] = {
      {"indents by level", "<!-- toc -->\n<!-- /toc -->\n## A\n### B\n## C\n##### D\n",
       "- [A](#a)\n  - [B](#b)\n- [C](#c)\n      - [D](#d)\n"},
      {"from the least level listed", "<!-- toc -->\n<!-- /toc -->\n#### A\n### B\n",
       "  - [A](#a)\n- [B](#b)\n"},
      {"only headings after it", "# T\n## A\n<!-- toc -->\n<!-- /toc -->\n## B\n", "- [B](#b)\n"},
      {"down to level 5", "<!-- toc -->\n<!-- /toc -->\n##### A\n###### B\n", "- [A](#a)\n"},
      {"as deep as told", "<!-- toc -->\n<!-- /toc -->\n## A\n### B\n###### C\n", "- [A](#a)\n", 2},
      {"to the bottom", "<!-- toc -->\n<!-- /toc -->\n## A\n###### C\n",
       "- [A](#a)\n        - [C](#c)\n", 6},
      {"repeated headings", "<!-- toc -->\n<!-- /toc -->\n# A\n# A\n###### A\n# A\n",
       "- [A](#a)\n- [A](#a-1)\n- [A](#a-2)\n"},
      {"those before it are not counted", "# A\n<!-- toc -->\n<!-- /toc -->\n# A\n", "- [A](#a)\n"},
      {"inline markup", "<!-- toc -->\n<!-- /toc -->\n# `A` & *b*\n",
       "- [<code>A</code> &amp; <em>b</em>](#a--b)\n"},
      {"underlined headings", "<!-- toc -->\n<!-- /toc -->\nA\n===\nB\nc\n---\n",
       "- [A](#a)\n  - [B c](#b-c)\n"},
      {"one leading space", "<!-- toc -->\n<!-- /toc -->\n # A\n", "- [A](#a)\n"},
      {"nothing in lists, quotes, code or comments",
       "<!-- toc -->\n<!-- /toc -->\n> # A\n\n- # B\n\n```\n# C\n```\n<!--\n# D\n-->\n", ""},
      {"nothing for an empty heading", "<!-- toc -->\n<!-- /toc -->\n#\n## B\n", "- [B](#b)\n"},
      {"any case and space", "<!--TOC-->\n<!--  /Toc -->\n# A\n", "- [A](#a)\n"},
      {"the first of two", "<!-- toc -->\n<!-- /toc -->\n# A\n<!-- toc -->\n<!-- /toc -->\n# B\n",
       "- [A](#a)\n- [B](#b)\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    const auto place = find_toc(document).first;
    ASSERT_TRUE(place);
    std::string table;
    for (const TocEntry& entry : toc_entries(document, place->table.end, c.depth)) {
      table += entry.line + "\n";
    }
    EXPECT_EQ(table, c.want);
  }
}

// "further 3, unclosed 7": faults and the lines of their markers.
std::string problems(const std::string& text, TocStyle style = TocStyle::kCommonMark) {
  constexpr const char* kNames[] = {"further",   "unclosed", "unopened",
                                    "misplaced", "headings", "text"};
  const Document document = scan(text);
  std::string out;
  for (const TocProblem& problem : find_toc(document, style).problems) {
    if (!out.empty()) out += ", ";
    out += kNames[static_cast<std::size_t>(problem.fault)];
    out += " " + std::to_string(document.source().position(problem.span.begin).line);
  }
  return out;
}

TEST(Toc, Markers) {
  const struct {
    const char* name;
    const char* text;
    const char* problems;
    const char* table;  // what stands in it; "no" when there is none
  } cases[] = {
      {"none", "# A\n", "", "no"},
      {"a pair", "<!-- toc -->\n- x\n<!-- /toc -->\n", "", "\n- x\n"},
      {"on one line", "<!-- toc --><!-- /toc -->\n", "", ""},
      {"after another comment", "<!-- a --> <!-- toc -->\n<!-- /toc -->\n", "", "\n"},
      {"two pairs", "<!-- toc -->\n<!-- /toc -->\n<!-- toc -->\n<!-- /toc -->\n", "further 3",
       "\n"},
      {"no end", "<!-- toc -->\n# A\n", "unclosed 1", "no"},
      {"no beginning", "# A\n<!-- /toc -->\n", "unopened 2", "no"},
      {"the wrong way round", "<!-- /toc -->\n<!-- toc -->\n", "unopened 1, unclosed 2", "no"},
      {"begun twice", "<!-- toc -->\n<!-- toc -->\na\n<!-- /toc -->\n", "unclosed 1", "\na\n"},
      {"ended twice", "<!-- toc -->\na\n<!-- /toc -->\n<!-- /toc -->\n", "unopened 4", "\na\n"},
      {"around a section", "<!-- toc -->\n## A\n<!-- /toc -->\n", "headings 1", "no"},
      {"around a section, then right",
       "<!-- toc -->\n# A\n<!-- /toc -->\n<!-- toc --><!-- /toc -->\n", "headings 1", ""},
      {"in a line of text", "a <!-- toc -->\n<!-- /toc -->\n", "misplaced 1, unopened 2", "no"},
      {"in a list", "- <!-- toc -->\n- <!-- /toc -->\n", "misplaced 1, misplaced 2", "no"},
      {"in a quote", "> <!-- toc -->\n> <!-- /toc -->\n", "misplaced 1, misplaced 2", "no"},
      {"in other HTML", "<div>\n<!-- toc -->\n<!-- /toc -->\n</div>\n", "misplaced 2, misplaced 3",
       "no"},
      {"in a heading", "# A <!-- toc -->\n", "misplaced 1", "no"},
      {"never ended as a comment", "a\n\n<!-- toc", "misplaced 3", "no"},
      {"in code", "```\n<!-- toc -->\n```\n`<!-- /toc -->`\n", "", "no"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(problems(c.text), c.problems);
    const Document document = scan(c.text);
    const auto place = find_toc(document).first;
    EXPECT_EQ(place ? document.text(place->table) : "no", c.table);
  }
}

TEST(Toc, MarkersForMdtoc) {
  const struct {
    const char* name;
    const char* text;
    const char* problems;
    const char* written;
  } cases[] = {
      {"none", "# A\n", "", "no table"},
      {"a pair", "<!-- toc -->\nx\n<!-- /toc -->\n# A\n", "",
       "<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n# A\n"},
      {"in capitals", "<!-- TOC --><!-- /Toc -->\n# A\n", "",
       "<!-- TOC -->\n- [A](#a)\n<!-- /Toc -->\n# A\n"},
      {"without spaces", "<!--toc-->\n<!--/toc-->\n# A\n", "",
       "<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n# A\n"},
      {"one without spaces", "<!-- toc -->\n<!--/toc-->\n# A\n", "",
       "<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n# A\n"},
      {"carriage returns", "<!-- toc -->\r\n<!-- /toc -->\r\n# A\r\n# B\r\n", "",
       "<!-- toc -->\n- [A](#a)\n- [B](#b)\n<!-- /toc -->\r\n# A\r\n# B\r\n"},
      {"in code", "```\n<!-- toc -->\n<!-- /toc -->\n```\n# A\n", "",
       "```\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n```\n# A\n"},
      {"in code, then right",
       "```\n<!-- toc -->\n<!-- /toc -->\n```\n<!-- toc -->\n<!-- /toc -->\n# A\n", "further 5",
       "```\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n```\n<!-- toc -->\n<!-- /toc -->\n# A\n"},
      {"begun in code", "`<!-- toc -->`\n\n<!-- toc -->\n<!-- /toc -->\n# A\n", "text 1, further 3",
       "no table"},
      {"ended in code", "`<!-- /toc -->`\n\n<!-- toc -->\n<!-- /toc -->\n# A\n", "unopened 1",
       "no table"},
      {"in a list", "- <!-- toc -->\n- <!-- /toc -->\n\n# A\n", "",
       "- <!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n# A\n"},
      {"around a section", "<!-- toc -->\n# A\n<!-- /toc -->\n", "headings 1", "no table"},
      {"no end", "<!-- toc -->\n# A\n", "unclosed 1", "no table"},
      {"no end, in code", "`<!-- toc -->`\n# A\n", "unclosed 1", "no table"},
      {"in a heading", "<!-- toc -->\n<!-- /toc -->\n# A <!-- /toc -->\n", "misplaced 3",
       "no table"},
      {"in code in a heading", "<!-- toc -->\n<!-- /toc -->\n# `<!-- toc -->`\n", "",
       "<!-- toc -->\n- [<code>&lt;!-- toc --&gt;</code>](#---toc---)\n<!-- /toc -->\n"
       "# `<!-- toc -->`\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(problems(c.text, TocStyle::kMdtoc), c.problems);
    EXPECT_EQ(written(c.text, TocStyle::kMdtoc), c.written);
  }
}

TEST(Toc, IsWrittenWithTheLineEndsInUse) {
  EXPECT_EQ(written("<!-- toc -->\nold\n\n<!-- /toc -->\n\n# A\n"),
            "<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n# A\n");
  EXPECT_EQ(written("<!-- toc --><!-- /toc --> x\n# A"),
            "<!-- toc -->\n- [A](#a)\n<!-- /toc --> x\n# A");
  EXPECT_EQ(written("<!-- toc -->\r\n  <!-- /toc -->\r\n# A\r\n## B\r\n"),
            "<!-- toc -->\r\n- [A](#a)\r\n  - [B](#b)\r\n<!-- /toc -->\r\n# A\r\n## B\r\n");
  EXPECT_EQ(written("<!-- toc -->\r<!-- /toc -->\r# A"),
            "<!-- toc -->\r- [A](#a)\r<!-- /toc -->\r# A");
  EXPECT_EQ(written("<!-- toc --><!-- /toc -->"), "<!-- toc -->\n<!-- /toc -->");
}

TEST(Toc, IsCurrentWhateverSurroundsIt) {
  EXPECT_TRUE(current("<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n# A\n"));
  EXPECT_TRUE(current("<!-- toc -->\n\n - [A](#a)\n\n\n<!-- /toc -->\n# A\n"));
  EXPECT_TRUE(current("<!-- toc -->\r\n- [A](#a)\r\n- [B](#b)\r\n<!-- /toc -->\r\n# A\r\n# B\r\n"));
  EXPECT_TRUE(current("<!-- toc --><!-- /toc -->\n"));
  EXPECT_FALSE(current("<!-- toc -->\n- [A](#a)\n\n- [B](#b)\n<!-- /toc -->\n# A\n# B\n"));
  EXPECT_FALSE(current("<!-- toc -->\n- [A](#a) \n- [B](#b)\n<!-- /toc -->\n# A\n# B\n"));
  EXPECT_FALSE(current("<!-- toc -->\n* [A](#a)\n<!-- /toc -->\n# A\n"));
  EXPECT_FALSE(current("<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n"));
}

TEST(Toc, IsAddedBeforeASection) {
  const struct {
    const char* name;
    std::string text;
    std::uint32_t section;
    std::string want;
  } cases[] = {
      {"after the title's words", "# T\n\nWords.\n\n## A\n", 1,
       "# T\n\nWords.\n\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n## A\n"},
      {"with a line between", "# T\nWords.\n## A\n### B", 1,
       "# T\nWords.\n\n<!-- toc -->\n- [A](#a)\n  - [B](#b)\n<!-- /toc -->\n\n## A\n### B"},
      {"at the top", "# A\r\n", 0, "<!-- toc -->\r\n- [A](#a)\r\n<!-- /toc -->\r\n\r\n# A\r\n"},
      {"after a byte order mark", "\xEF\xBB\xBF# A", 0,
       "\xEF\xBB\xBF<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n# A"},
      {"before the definitions of its paragraph", "[a]: /b\n---\n---\n", 0,
       "<!-- toc -->\n- [---](#---)\n<!-- /toc -->\n\n[a]: /b\n---\n---\n"},
      {"before an indented heading", "a\n  # A\n", 0,
       "a\n\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n  # A\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string text = made(c.text, add_toc(scan(c.text), c.section));
    EXPECT_EQ(text, c.want);
    EXPECT_TRUE(current(text));
  }
}

// Documents in which markers, headings and everything that might hide or swallow
// them meet.
rc::Gen<std::string> generate_document() {
  const auto line = rc::gen::element<std::string>(
      "<!-- toc -->", "<!-- toc -->", "<!-- /toc -->", "<!-- /toc -->", "<!-- TOC --><!-- /TOC -->",
      " <!--toc-->", "   <!-- /toc --> x", "    <!-- toc -->", "<!-- a --> <!-- /toc -->",
      "text <!-- toc -->", "<!-- toc", "/toc -->", "- <!-- toc -->", "> <!-- /toc -->", "- [A](#a)",
      "  - [A](#a)", "# A", "## A", " ### B `c`", "#### [a]", "##### *d* <!-- /toc -->", "###### e",
      "# <b", "# ]: x", "#", "a", "", "", "===", "---", "> # q", "- # i", "  text", "```", "~~~",
      "<div>", "</div>", "<!-- c -->", "<!--", "-->", "[a]: /u 't'", "[a]:", "\\", "* * *", "| a |",
      "|---|", "1. x", "# <!-- toc --> [<!-- /toc -->]", "# a<5 > `", "# $a$ {#b}");
  const auto end = rc::gen::element<std::string>("\n", "\n", "\n", "\r\n", "\r", "");
  return rc::gen::map(rc::gen::container<std::vector<std::pair<std::string, std::string>>>(
                          rc::gen::pair(line, end)),
                      [](const std::vector<std::pair<std::string, std::string>>& lines) {
                        std::string text;
                        for (const auto& [words, line_end] : lines) text += words + line_end;
                        return text;
                      });
}

TEST(Toc, WritingChangesTheTableAndNothingElse) {
  const auto generator = generate_document();
  int tables = 0;
  for (std::uint64_t n = 0; n < 10'000 && !testing::Test::HasFailure(); ++n) {
    const std::string text = generator(rc::Random(n), static_cast<int>(4 + n % 24)).value();
    SCOPED_TRACE("document " + std::to_string(n) + ":\n" + text);
    const Document document = scan(text);
    const auto place = find_toc(document).first;
    if (!place) continue;
    ++tables;
    const std::string once = written(text);
    EXPECT_TRUE(current(once)) << once;
    EXPECT_EQ(written(once), once);
    // Both markers and all around them are where they were.
    const std::string_view after = std::string_view(text).substr(place->table.end);
    EXPECT_EQ(once.substr(0, place->table.begin), text.substr(0, place->table.begin));
    EXPECT_TRUE(once.ends_with(after));
    const Document again = scan(once);
    const auto found = find_toc(again).first;
    ASSERT_TRUE(found);
    EXPECT_EQ(found->marker, place->marker);
    EXPECT_EQ(once.size() - found->table.end, after.size());
  }
  EXPECT_GT(tables, 1'000);
}

TEST(Toc, WritingForMdtocChangesTheTableAndItsMarkersAlone) {
  const auto generator = generate_document();
  int tables = 0;
  for (std::uint64_t n = 0; n < 10'000 && !testing::Test::HasFailure(); ++n) {
    const std::string text = generator(rc::Random(n), static_cast<int>(4 + n % 24)).value();
    SCOPED_TRACE("document " + std::to_string(n) + ":\n" + text);
    const Document document = scan(text);
    const auto place = find_toc(document, TocStyle::kMdtoc).first;
    if (!place) continue;
    ++tables;
    const std::string once = written(text, TocStyle::kMdtoc);
    EXPECT_TRUE(current(once, TocStyle::kMdtoc)) << once;
    EXPECT_EQ(written(once, TocStyle::kMdtoc), once);
    EXPECT_TRUE(once.starts_with(text.substr(0, place->marker.begin)));
    EXPECT_TRUE(once.ends_with(std::string_view(text).substr(place->closing.end)));
  }
  EXPECT_GT(tables, 500);
}

TEST(Toc, AddingMakesOneThatIsCurrent) {
  const auto generator = generate_document();
  int added = 0;
  for (std::uint64_t n = 0; n < 10'000 && !testing::Test::HasFailure(); ++n) {
    const std::string text = generator(rc::Random(n), static_cast<int>(4 + n % 24)).value();
    SCOPED_TRACE("document " + std::to_string(n) + ":\n" + text);
    const Document document = scan(text);
    if (!document.toc_markers().empty() || document.sections().empty()) continue;
    ++added;
    const auto section = static_cast<std::uint32_t>(document.sections().size() / 2);
    const Edit edit = add_toc(document, section);
    EXPECT_TRUE(edit.span.empty());
    const std::string more = made(text, edit);
    EXPECT_TRUE(current(more)) << more;
    EXPECT_EQ(written(more), more);
  }
  EXPECT_GT(added, 100);
}

}  // namespace
}  // namespace milepost
