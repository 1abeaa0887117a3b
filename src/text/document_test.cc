#include "text/document.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

Document scan(std::string text, ScanOptions options = {}) {
  return Document(std::make_shared<Source>("test.md", std::move(text)), options);
}

struct HeadingCase {
  const char* name;
  const char* text;
  const char* want;
};

const HeadingCase kHeadings[] = {
    {"plain", "# Summary", "Summary"},
    {"closing hashes", "## Goals ##  ", "Goals"},
    {"a hash that belongs to the text", "# C#", "C#"},
    {"empty", "#", ""},
    {"white space", "#  a \t b  ", "a b"},
    {"code", "# The `kubelet` and ``a`b``", "The kubelet and a`b"},
    {"emphasis", "# *a* **b** _c_ __d__ ***e***", "a b c d e"},
    {"stars that are none", "# 2 * 3 * 4 snake_case_name", "2 * 3 * 4 snake_case_name"},
    {"struck out", "# ~~old~~ new", "old new"},
    {"link", "# [KEP](https://x.y \"t\") one", "KEP one"},
    {"image", "# ![logo](x.png) two", "logo two"},
    {"reference with a definition", "# [KEP][k]\n\n[K]: x", "KEP"},
    {"reference without one", "# [KEP][k]", "[KEP][k]"},
    {"brackets", "# Story 1 [optional]", "Story 1 [optional]"},
    {"tag and comment", "# a <b>c</b> <!-- d -->e", "a c e"},
    {"entities", "# a &amp; b &#8212; c &copy; &nosuch;", "a & b — c © &nosuch;"},
    {"escapes", "# \\*a\\* \\b", "*a* \\b"},
    {"setext, wrapped", "a *b\nc* d\n====", "a b c d"},
    {"setext in a quote", "> a\n> b\n> ---", "a b"},
    {"autolink", "# <https://x.y>", "https://x.y"},
};

TEST(Document, HeadingText) {
  for (const auto& c : kHeadings) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    ASSERT_EQ(document.headings().size(), 1U);
    EXPECT_EQ(document.headings()[0].text, c.want);
  }
}

TEST(Document, Sections) {
  const Document document =
      scan("intro\n# A\na\n### B\nb\n## C\n> # nested\n\n# D\nSetext\n---\nd\n");
  const auto& sections = document.sections();
  struct Want {
    const char* title;
    std::uint32_t parent;
    std::uint32_t end;
    const char* body;
  };
  const Want want[] = {
      {"A", kNone, 3, "a\n"}, {"B", 0, 2, "b\n"},      {"C", 0, 3, "> # nested\n\n"},
      {"D", kNone, 5, ""},    {"Setext", 3, 5, "d\n"},
  };
  ASSERT_EQ(sections.size(), std::size(want));
  for (std::uint32_t i = 0; i < sections.size(); ++i) {
    SCOPED_TRACE(want[i].title);
    EXPECT_EQ(document.heading_of(sections[i]).text, want[i].title);
    EXPECT_EQ(sections[i].parent, want[i].parent);
    EXPECT_EQ(sections[i].end_section, want[i].end);
    EXPECT_EQ(document.text(sections[i].body), want[i].body);
  }
  EXPECT_EQ(document.headings().size(), 6U);
  EXPECT_TRUE(document.headings()[3].nested);

  const std::string text(document.text());
  const auto at = [&](const char* word) {
    return document.section_at(static_cast<std::uint32_t>(text.find(word)));
  };
  EXPECT_EQ(at("intro"), kNone);
  EXPECT_EQ(at("b\n"), 1U);
  EXPECT_EQ(at("nested"), 2U);
  EXPECT_EQ(at("---"), 4U);
  EXPECT_EQ(document.section_at(document.source().size()), 4U);

  const auto [first, last] = document.blocks_in(sections[2].span);
  ASSERT_EQ(last - first, 3U);
  EXPECT_EQ(document.blocks()[first].kind, BlockKind::kHeading);
  EXPECT_EQ(document.blocks()[first + 1].kind, BlockKind::kQuote);
  EXPECT_TRUE(document.headings()[3].nested);
}

struct FrontMatterCase {
  const char* name;
  const char* text;
  bool present;
  bool closed;
  const char* content;
};

const FrontMatterCase kFrontMatter[] = {
    {"none", "# a\n", false, false, ""},
    {"closed by dashes", "---\na: b\n---\nc\n", true, true, "a: b\n"},
    {"closed by dots", "---\na: b\n...\nc\n", true, true, "a: b\n"},
    {"empty", "---\n---\n", true, true, ""},
    {"with CRLF and a byte order mark", "\xEF\xBB\xBF---\r\na: b\r\n---\r\n", true, true,
     "a: b\r\n"},
    {"never closed", "---\na: b\n", true, false, ""},
    {"not on the first line", "\n---\na: b\n---\n", false, false, ""},
    {"four dashes", "----\na: b\n---\n", false, false, ""},
};

TEST(Document, FrontMatter) {
  for (const auto& c : kFrontMatter) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    EXPECT_EQ(document.front_matter().present(), c.present);
    EXPECT_EQ(document.front_matter().closed, c.closed);
    EXPECT_EQ(document.text(document.front_matter().content), c.content);
  }
}

struct CommentCase {
  const char* name;
  const char* text;
  std::vector<std::string> inner;  // "!" before one that is not closed, "~" before one in text
  std::size_t strays = 0;
};

const CommentCase kComments[] = {
    {"block", "<!-- a -->\n", {" a "}},
    {"over lines", "<!--\na\n\nb\n-->\n", {"\na\n\nb\n"}},
    {"two in one block", "<!-- a --> <!-- b -->\n", {" a ", "~ b "}},
    {"never closed", "<!-- a\n# b\n", {"! a\n# b"}},
    {"closed by the quote's end", "> <!-- a\n\nb -->\n", {"! a"}, 1},
    {"in text", "a <!-- b --> c\n", {"~ b "}},
    {"in text over lines", "a <!-- b\nc --> d\n", {"~ b\nc "}},
    {"in a heading", "# a <!-- b -->\n", {"~ b "}},
    {"in a table", "a|b <!-- c -->\n-|-\nx <!-- d -->|e\n", {"~ c ", "~ d "}},
    {"in a code span", "`<!-- a -->`\n", {}},
    {"in a fence", "```\n<!-- a -->\n```\n", {}},
    {"in front matter", "---\na: <!-- b -->\n---\n", {}},
    {"in html", "<div>\n<!-- a -->\n</div>\n", {"~ a "}},
    {"shortest", "<!-->\na\n", {""}},
    {"stray end", "a\n-->\n\nb -->\n", {}, 2},
    {"an arrow is none", "a --> b\n", {}},
    {"nor is one in code", "`-->`\n\n    -->\n", {}},
    {"nested", "<!-- a <!-- b --> c -->\n", {" a <!-- b "}},
    {"apart by a blank line", "a <!-- b\n\nc --> d -->\n", {}, 1},
};

TEST(Document, Comments) {
  for (const auto& c : kComments) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    std::vector<std::string> inner;
    for (const Comment& comment : document.comments()) {
      inner.push_back((comment.closed ? (comment.block ? "" : "~") : "!") +
                      std::string(document.text(comment.inner)));
    }
    EXPECT_EQ(inner, c.inner);
    std::size_t strays = 0;
    for (const Problem& problem : document.problems()) {
      if (problem.kind == ProblemKind::kStrayCommentEnd) ++strays;
    }
    EXPECT_EQ(strays, c.strays);
  }
}

TEST(Document, TocMarkers) {
  const Document document = scan("<!-- toc -->\n- a\n<!-- /TOC -->\n\n<!--toc-->\n<!-- tocs -->\n");
  ASSERT_EQ(document.toc_markers().size(), 3U);
  EXPECT_FALSE(document.toc_markers()[0].closing);
  EXPECT_TRUE(document.toc_markers()[1].closing);
  EXPECT_EQ(document.text(document.toc_markers()[2].span), "<!--toc-->");
}

TEST(Document, LenientDirectives) {
  const std::string text =
      "# A\n<!--DIRECTIVE: required: false>\n\n## B\n<!--DIRECTIVE: required: true-->\n\n## C\n"
      "<!-- no directive\n\n## D\n-->\n";
  EXPECT_EQ(scan(text).sections().size(), 2U);
  const Document lenient = scan(text, {.lenient_directives = true});
  EXPECT_EQ(lenient.sections().size(), 3U);
  ASSERT_EQ(lenient.comments().size(), 3U);
  EXPECT_FALSE(lenient.comments()[0].closed);
  EXPECT_EQ(lenient.text(lenient.comments()[0].inner), "DIRECTIVE: required: false>");
  EXPECT_TRUE(lenient.comments()[1].closed);
}

TEST(Document, MovesWithItsTexts) {
  Document first = scan("# a *b*\n");
  const Document second = std::move(first);
  EXPECT_EQ(second.headings()[0].text, "a b");
}

}  // namespace
}  // namespace milepost
