// Which blocks a text consists of. The oracle test holds many more texts against
// cmark-gfm; these say what is meant.

#include "text/blocks.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "text/document.h"

namespace milepost {
namespace {

// "list(item(paragraph))", with what the kinds need to be told apart.
std::string outline(const Document& document) {
  static constexpr const char* kNames[] = {"p",     "h",   "fence", "code", "html", "hr",
                                           "table", "def", "quote", "list", "item"};
  std::string out;
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < document.blocks().size(); ++i) {
    const Block& block = document.blocks()[i];
    while (!open.empty() && document.blocks()[open.back()].end_block <= i) {
      out += ')';
      open.pop_back();
    }
    if (!out.empty() && out.back() != '(') out += ' ';
    if (block.ordered && block.kind == BlockKind::kList) out += "ordered-";
    out += kNames[static_cast<std::size_t>(block.kind)];
    if (block.level != 0) out += std::to_string(block.level);
    if (!block.closed) out += "-open";
    if (block.end_block > i + 1) {
      out += '(';
      open.push_back(i);
    }
  }
  return out + std::string(open.size(), ')');
}

Document scan(std::string text) {
  return Document(std::make_shared<Source>("test.md", std::move(text)));
}

struct Case {
  const char* name;
  const char* text;
  const char* want;
};

const Case kCases[] = {
    {"nothing", "", ""},
    {"blank lines", "\n \n\t\n", ""},
    {"no final newline", "a", "p"},
    {"paragraphs", "a\nb\n\nc\n", "p p"},
    {"heading, one to three spaces", "# a\n ## b\n   ### c\n", "h1 h2 h3"},
    {"four spaces are code", "    # a\n", "code"},
    {"no heading without a space", "#a\n", "p"},
    {"seven are no heading", "####### a\n", "p"},
    {"heading after a tab", "#\ta\n", "h1"},
    {"setext", "a\n===\n\nb\n---\n", "h1 h2"},
    {"setext over several lines", "a\nb\n---\n", "h2"},
    {"a rule without a paragraph", "---\n", "hr"},
    {"a lone bullet under an item makes a heading", "- a\n  -\n", "list(item(h2))"},
    {"rules", "***\n_ _ _\n- - -\n", "hr hr hr"},
    {"a rule ends a list", "- a\n***\n- b\n", "list(item(p)) hr list(item(p))"},
    {"fence", "```go\n# a\n```\n", "fence"},
    {"fence by tildes, longer close", "~~~\n```\n~~~~~\n", "fence"},
    {"fence never closed", "```\n# a\n", "fence-open"},
    {"fence closed by its item's end", "- ```\n# a\n", "list(item(fence-open)) h1"},
    {"fence in a quote", "> ```\n> a\n> ```\n", "quote(fence)"},
    {"a code span is no fence", "```a``` b\n", "p"},
    {"code does not interrupt a paragraph", "a\n    b\n", "p"},
    {"code after a blank line", "a\n\n    b\n\n    c\n", "p code"},
    {"code in an item", "- a\n\n      b\n", "list(item(p code))"},
    {"bullets", "- a\n- b\n", "list(item(p) item(p))"},
    {"another bullet is another list", "- a\n* b\n", "list(item(p)) list(item(p))"},
    {"ordered", "1. a\n2) b\n", "ordered-list(item(p)) ordered-list(item(p))"},
    {"nested by the text's column", "- a\n  - b\n", "list(item(p list(item(p))))"},
    {"one column short is a sibling", "- a\n - b\n", "list(item(p) item(p))"},
    {"nested under a number", "10. a\n    - b\n", "ordered-list(item(p list(item(p))))"},
    {"by tabs", "-\ta\n\n\tb\n", "list(item(p p))"},
    {"lazy line", "> - a\nb\n", "quote(list(item(p)))"},
    {"a lazy line is no heading", "> a\n# b\n", "quote(p) h1"},
    {"1 interrupts a paragraph", "a\n1. b\n", "p ordered-list(item(p))"},
    {"2 does not", "a\n2. b\n", "p"},
    {"nor does an empty item", "a\n*\n", "p"},
    {"an empty item has no later text", "-\n\n  a\n", "list(item) p"},
    {"quote", "> a\n>\n> b\n", "quote(p p)"},
    {"quotes in quotes", ">> a\n", "quote(quote(p))"},
    {"html of kind 1", "<pre>\n\n# a\n</pre>\nb\n", "html1 p"},
    {"html of kind 2", "<!-- a\n\n# b\n--> c\n# d\n", "html2 h1"},
    {"html of kind 2 never closed", "<!-- a\n\n# b\n", "html2-open"},
    {"html of kind 3", "<?a\n\n?>\nb\n", "html3 p"},
    {"html of kind 4", "<!A\n\n>\nb\n", "html4 p"},
    {"html of kind 5", "<![CDATA[\n\n]]>\nb\n", "html5 p"},
    {"html of kind 6 ends at a blank line", "<div>\n# a\n\n# b\n", "html6 h1"},
    {"html of kind 7", "<x>\na\n\nb\n", "html7 p"},
    {"kind 7 does not interrupt", "a\n<x>\n", "p"},
    {"table", "| a | b |\n|---|:-:|\n| c | d |\n\ne\n", "table p"},
    {"columns must agree", "| a | b |\n|---|\n", "p"},
    {"table after text", "a\nb|c\n-|-\n", "p table"},
    {"a heading ends a table", "a|b\n-|-\n# c\n", "table h1"},
    {"definitions", "[a]: b 'c\nd'\n[e]: <f>\ng\n", "def def p"},
    {"no definition after text", "a\n[b]: c\n", "p"},
    {"a definition makes no heading", "[a]: b\n===\n", "def p"},
    {"front matter is not scanned", "---\n# a\n---\n# b\n", "h1"},
    {"front matter without an end", "---\n# a\n", "hr h1"},
    {"after a byte order mark", "\xEF\xBB\xBF# a\n", "h1"},
    {"carriage returns", "# a\r\n\r\nb\rc\r\n", "h1 p"},
};

TEST(Blocks, Outline) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(outline(scan(c.text)), c.want);
  }
}

struct SpanCase {
  const char* name;
  const char* text;
  std::size_t block;
  const char* span;
  const char* content;
};

const SpanCase kSpans[] = {
    {"heading", " ## a ##  \nb", 0, "## a ##  ", "a"},
    {"setext", "a\nb \n---\n", 0, "a\nb \n---", "a\nb"},
    {"fence", "```go\na\nb\n```\nc", 0, "```go\na\nb\n```", "a\nb\n"},
    {"empty fence", "```\n```\n", 0, "```\n```", ""},
    {"fence to the end", "```\na", 0, "```\na", "a"},
    {"fence with CRLF", "```\r\na\r\n```\r\n", 0, "```\r\na\r\n```", "a\r\n"},
    {"item", "-  a\n   b\n\n- c\n", 1, "-  a\n   b", "a\n   b"},
    {"code without the blank lines after it", "    a\n\n    b\n\n\nc\n", 0, "a\n\n    b",
     "a\n\n    b"},
    {"quote with a blank line at its end", "> a\n>\n\nb", 0, "> a\n>", "a\n>"},
    {"definition", "[a]: b \nc", 0, "[a]: b ", "b"},
};

TEST(Blocks, Spans) {
  for (const auto& c : kSpans) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    ASSERT_GT(document.blocks().size(), c.block);
    const Block& block = document.blocks()[c.block];
    EXPECT_EQ(document.text(block.span), c.span);
    EXPECT_EQ(document.text(block.content), c.content);
  }
}

TEST(Blocks, LinesAreWithoutContainers) {
  const Document document = scan("> - a\n>   b\nc\n");
  const Block& paragraph = document.blocks().back();
  ASSERT_EQ(paragraph.kind, BlockKind::kParagraph);
  std::string joined;
  for (const Span line : document.lines_of(paragraph)) joined += document.text(line);
  EXPECT_EQ(joined, "abc");
  EXPECT_TRUE(document.lines_of(document.blocks().front()).empty());
}

TEST(Blocks, WideTablesAreText) {
  std::string row;
  std::string delimiter;
  for (int i = 0; i < kLimits.table_columns; ++i) {
    row += "a|";
    delimiter += "-|";
  }
  EXPECT_EQ(outline(scan(row + "\n" + delimiter + "\n")), "table");
  EXPECT_EQ(outline(scan(row + "a|\n" + delimiter + "-|\n")), "p");
}

}  // namespace
}  // namespace milepost
