#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/scan.h"

namespace milepost {
namespace {

struct Case {
  const char* name;
  const char* text;
  std::vector<std::string> want;  // "context", then what is to be said of it
};

const Case kCases[] = {
    {"well formed", "<<[UNRESOLVED @a, b ]>>\nx\n<<[/UNRESOLVED]>>\n", {"@a, b"}},
    {"without context", "<<[UNRESOLVED]>>\nx\n<<[/UNRESOLVED]>>\n", {""}},
    {"in an item", "- <<[UNRESOLVED a]>>\n  x\n  <<[/UNRESOLVED]>>\n", {"a"}},
    {"brackets in the context", "<<[UNRESOLVED see [x](y)]>>\n<<[/UNRESOLVED]>>\n", {"see [x](y)"}},
    {"in a fence it is live", "```\n<<[UNRESOLVED a]>>\nx\n<<[/UNRESOLVED]>>\n```\n", {"a code"}},
    {"in a comment it is not", "<!--\n<<[UNRESOLVED a]>>\n<<[/UNRESOLVED]>>\n-->\n", {"a hidden"}},
    {"in a code span it is not",
     "Write `<<[UNRESOLVED a]>>` and `<<[/UNRESOLVED]>>`.\n",
     {"a hidden code"}},
    {"in front matter", "---\na: <<[UNRESOLVED]>>\n---\n", {}},
    {"angles alone", "<<UNRESOLVED a>>\nx\n<</UNRESOLVED>>\n", {"a malformed"}},
    {"one angle", "<[UNRESOLVED a]>\nx\n<[/UNRESOLVED]>\n", {"a malformed"}},
    {"text behind it", "[UNRESOLVED] As a user\n", {" unclosed"}},
    {"text behind the usual one", "- <<[UNRESOLVED beta]>> How long?\n", {"beta unclosed"}},
    {"a question in it", "<<[UNRESOLVED how long?]>>\n\nNext.\n", {"how long? unclosed"}},
    {"begun and ended on one line", "<<[UNRESOLVED a]>> x <<[/UNRESOLVED]>>\n", {"a"}},
    {"one line before a block",
     "<<[UNRESOLVED a?]>>\n\n<<[UNRESOLVED b]>>\nx\n<<[/UNRESOLVED]>>\n",
     {"a? unclosed", "b"}},
    {"without brackets", "- **UNRESOLVED:** how long?\n", {" unclosed"}},
    {"without brackets in mid-sentence", "What is UNRESOLVED: how long.\n", {}},
    {"without brackets in code", "```\nUNRESOLVED: symbol\n```\n", {}},
    {"nothing on the line", "<<[UNRESOLVED]>>\n\nx\n", {" malformed unclosed"}},
    {"brackets alone", "[UNRESOLVED]\nAs a user\n", {" malformed unclosed"}},
    {"other brackets on one line", "<UNRESOLVED a> x\n", {"a malformed unclosed"}},
    {"in a code span of two lines",
     "`<<[UNRESOLVED a]>> x\ny <<[/UNRESOLVED]>>`\n",
     {"a hidden code"}},
    {"in a code span of a table",
     "| a | b |\n|---|---|\n| `<<[UNRESOLVED a]>>` | x |\n",
     {"a hidden code unclosed"}},
    {"nothing behind", "<<[UNRESOLVED a]\nx\n<<[/UNRESOLVED]>>\n", {"a malformed"}},
    {"nothing closes the context", "<<[UNRESOLVED a\nx\n<<[/UNRESOLVED]>>\n", {"a malformed"}},
    {"spaces", "<< [ UNRESOLVED a ] >>\nx\n<<[ /UNRESOLVED ]>>\n", {"a malformed"}},
    {"as entities",
     "&lt;&lt;[UNRESOLVED a]&gt;&gt;\nx\n&lt;&lt;[/UNRESOLVED]&gt;&gt;\n",
     {"a malformed"}},
    {"small letters", "<<[unresolved a]>>\nx\n<<[/Unresolved]>>\n", {"a malformed"}},
    {"a word in small letters", "This is [unresolved] and <<unresolved>>.\n", {}},
    {"large and small", "<<[UNRESOLVED a]>>\nx\n<<[/unresolved]>>\n", {"a malformed"}},
    {"in a table of contents",
     "- [&lt;&lt;[UNRESOLVED a]&gt;&gt; x &lt;&lt;[/UNRESOLVED]&gt;&gt;](#unresolved-a-x)\n",
     {"a malformed hidden"}},
    {"never closed", "<<[UNRESOLVED a]>>\nx\n", {"a malformed unclosed"}},
    {"never opened", "x\n<<[/UNRESOLVED]>>\n", {" malformed unopened"}},
    {"one in another",
     "<<[UNRESOLVED a]>>\n<<[UNRESOLVED b]>>\n<<[/UNRESOLVED]>>\n",
     {"a malformed unclosed", "b malformed"}},
    {"a comment closes nothing outside it",
     "<<[UNRESOLVED a]>>\n<!-- <<[/UNRESOLVED]>> -->\n<<[/UNRESOLVED]>>\n",
     {"a", " malformed hidden unopened"}},
    {"prose", "No UNRESOLVED sections, nothing is UNRESOLVED. UNRESOLVEDs.\n", {}},
    {"a word in brackets", "The part marked [UNRESOLVED] above.\n", {}},
    {"a link", "[UNRESOLVED](#x) and [UNRESOLVED]: y\n", {}},
    {"other words", "<<[UNRESOLVEDLY]>> [NOT UNRESOLVED]\n", {}},
};

TEST(Unresolved, Markers) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    const Document document(std::make_shared<Source>("test.md", c.text));
    std::vector<std::string> found;
    for (const Unresolved& block : document.unresolved()) {
      std::string line(document.text(block.context));
      if (block.malformed) line += " malformed";
      if (block.hidden) line += " hidden";
      if (block.in_code) line += " code";
      if (block.close.empty()) line += " unclosed";
      if (block.open.empty()) line += " unopened";
      found.push_back(line);
    }
    EXPECT_EQ(found, c.want);
  }
}

TEST(Unresolved, Spans) {
  const Document document(
      std::make_shared<Source>("test.md", "a <<[UNRESOLVED b]>> c\n<<[/UNRESOLVED]>>\n"));
  ASSERT_EQ(document.unresolved().size(), 1U);
  EXPECT_EQ(document.text(document.unresolved()[0].open), "<<[UNRESOLVED b]>>");
  EXPECT_EQ(document.text(document.unresolved()[0].close), "<<[/UNRESOLVED]>>");
}

}  // namespace
}  // namespace milepost
