#include "text/mdtoc_headings.h"

#include <algorithm>
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "text/toc_slug.h"

namespace milepost {
namespace {

// The table that `mdtoc --max-depth=5` would print.
std::string table_of(std::string_view text) {
  const MdtocReading reading = read_as_mdtoc(text);
  if (reading.fails) return "fails";
  int least = 6;
  for (const MdtocHeading& heading : reading.headings) least = std::min(least, heading.level);
  TocSlugger slugger;
  std::string table;
  for (const MdtocHeading& heading : reading.headings) {
    if (heading.level > 5) continue;
    table.append(static_cast<std::size_t>(heading.level - least) * 2, ' ').append("- [");
    table.append(heading.html).append("](#").append(slugger.next(heading.text)).append(")\n");
  }
  return table;
}

// What is expected was printed by mdtoc 1.4.0.
TEST(MdtocHeadings, AreThoseOfMdtoc) {
  const struct {
    const char* name;
    const char* text;
    const char* table;
  } cases[] = {
      {"dotted capital I", "# \304\260stanbul and 300 \342\204\252\n",
       "- [\304\260stanbul and 300 \342\204\252](#istanbul-and-300-k)\n"},
      {"other letters beyond ASCII", "# Gr\303\266\303\237e \303\211\n",
       "- [Gr\303\266\303\237e \303\211](#gre-)\n"},
      {"underlined, over two lines", "A\nb\n---\n", "- [b](#b)\n"},
      {"underlined with equals signs", "A\n===\n\nB\n= =\n", "- [A](#a)\n"},
      {"one space before it", " # A\n# B\n", "- [B](#b)\n"},
      {"three spaces before it", "text\n   ## A\n## B\n", "- [B](#b)\n"},
      {"in a quote", "> # A\n> ## B\n\n# C\n", "- [A](#a)\n  - [B](#b)\n- [C](#c)\n"},
      {"in a quote in a quote", ">> # A\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"a quote takes the lines after it", "> a\n# B\n\n# C\n", "- [B](#b)\n- [C](#c)\n"},
      {"carriage returns", "# A\r\n## B\r\rC\r\n---\r\n", "- [A](#a)\n  - [B](#b)\n  - [C](#c)\n"},
      {"a tab after it", "##\tA\n## B\n", "- [B](#b)\n"},
      {"no space after it", "#A\n# B\n", "- [B](#b)\n"},
      {"seven marks", "####### A\n# B\n", "- [B](#b)\n"},
      {"marks after it", "# A ##\n## C#\n### D \\#\n",
       "- [A](#a)\n  - [C](#c)\n    - [D #](#d-)\n"},
      {"a name after it", "# A {#a}\n## {#b}\n### C {#c} # D\n", "- [A](#a)\n    - [C](#c)\n"},
      {"without a level", ".# A\n## B\n", "- [A](#a)\n  - [B](#b)\n"},
      {"markers in code", "```\n<!-- toc -->\n# A\n<!-- /toc -->\n```\n# B\n", "- [B](#b)\n"},
      {"details", "<details>\n\n# A\n\n</details>\n\n# B\n", "- [B](#b)\n"},
      {"details with no blank line after it", "<details>\n\n# A\n\n</details>\n# B\n",
       "- [A](#a)\n- [B](#b)\n"},
      {"details never closed", "<details>\n\n# A\n", "- [A](#a)\n"},
      {"other HTML", "<span>\n# A\n</span>\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"HTML in capitals", "<DIV>\n\n# A\n\n</DIV>\n\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"mathematics", "$$\n# A\n$$\n# B\n", "- [B](#b)\n"},
      {"mathematics never closed", "$$\n# A\n", "- [A](#a)\n"},
      {"mathematics after text", "a\n$$\n# A\n$$\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"a comment", "<!--\n# A\n-->\n# B\n", "- [B](#b)\n"},
      {"text after a comment", "<!--\n# A\n--> b\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"a comment never closed", "<!--\n# A\n\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"a comment at the end, with no line end", "# A\n<!--\n# B\n-->", "- [A](#a)\n- [B](#b)\n"},
      {"code", "```yaml\n# A\n```\n# B\n", "- [B](#b)\n"},
      {"code never closed", "```\n# A\n", "- [A](#a)\n"},
      {"code closed by more marks", "```\n# A\n````\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"code with two words after its marks", "``` go x\n# A\n```\n# B\n```\n", "- [A](#a)\n"},
      {"code with braces after its marks", "```{go x}\n# A\n```\n# B\n", "- [B](#b)\n"},
      {"tildes", "~~~\n# A\n~~~\n# B\n", "- [B](#b)\n"},
      {"indented code", "    # A\n\n\t# B\n# C\n", "- [C](#c)\n"},
      {"a rule hides what follows", "# A\n\n---\n\n# B\n\n----\n\n# C\n", "- [A](#a)\n- [C](#c)\n"},
      {"a rule up to a table", "---\n\n# A\n\n| a | b |\n|---|---|\n\n# B\n", "- [B](#b)\n"},
      {"a rule that no other follows", "---\n\n# A\n", "- [A](#a)\n"},
      {"other rules", "***\n# A\n___\n# B\n", "- [A](#a)\n- [B](#b)\n"},
      {"front matter", "---\na: b\n---\n# A\n", "- [A](#a)\n"},
      {"percent signs", "%%%\n# A\n%%%\n# B\n", "- [B](#b)\n"},
      {"in a list, tight", "- # A\n- b\n# C\n", "- [C](#c)\n"},
      {"in a list, loose", "- # A\n\n- b\n\n# C\n", "- [A](#a)\n- [C](#c)\n"},
      {"in a list, indented", "- a\n\n    # B\n\n# C\n", "- [B](#b)\n- [C](#c)\n"},
      {"after a list", "1. a\n2) b\n\n# C\n", "- [C](#c)\n"},
      {"in a list in a list", "- a\n\n  - # B\n\n  - c\n", "- [B](#b)\n"},
      {"code ends a list", "- a\n```\n# B\n```\n# C\n", "- [C](#c)\n"},
      {"a definition", "A\n: # B\n\n# C\n", "- [C](#c)\n"},
      {"a name with colons after a blank line", "A\n\n:memo: b\n# C\n", ""},
      {"a table", "| a | b |\n|---|---|\n| # A |\n# B\n", "- [B](#b)\n"},
      {"a table's caption", "a|b\n-|-\nTable: c\n# A\n\n# B\n", "- [B](#b)\n"},
      {"a table in one column", "|a|\n|-|\n# A\n", "- [A](#a)\n"},
      {"code with a bar in a table", "a `|` b\n-|-\n# A\n", "- [A](#a)\n"},
      {"a link's definition below it", "# [a] [b][c]\n\n[a]: /u 't'\n[c]: <x>\n",
       "- [[a] <a href=\"x&gt;\">b</a>](#a-b)\n"},
      {"a definition in a quote", "# [a]\n\n> [a]: /u\n", "- [<a href=\"/u\">a</a>](#a)\n"},
      {"links", "# [a](b \"c\") [d] (e) ![f](g) <http://h> <i@j.k> http://l.m/n.\n",
       "- [<a href=\"b\" title=\"c\">a</a> <a href=\"e\">d</a> <img src=\"g\" alt=\"f\" /> <a "
       "href=\"http://h\">http://h</a> <a href=\"mailto:i@j.k\">i@j.k</a> <a "
       "href=\"http://l.m/n\">http://l.m/n</a>.](#a-d-f-httph-ijk-httplmn)\n"},
      {"an anchor", "# <a href=\"http://a.b\">http://a.b</a>\n",
       "- [<a href=\"http://a.b\">http://a.b</a>](#)\n"},
      {"emphasis", "# *a* __b__ ***c*** ~~d~~ ~e~ f*g*h i_j_k *l m\n",
       "- [<em>a</em> <strong>b</strong> <strong><em>c</em></strong> <del>d</del> <em>e</em> f*g*h "
       "i_j_k *l m](#a-b-c-d-e-fgh-i_j_k-l-m)\n"},
      {"code in it", "# `a b` `` c`d `` ` `\n",
       "- [<code>a b</code> <code>c`d</code>](#a-b-cd-)\n"},
      {"tags", "# a <b>c</b> <5 > <6\n", "- [a <b>c</b> <5 > &lt;6](#a-c--6)\n"},
      {"escapes", "# \\*a\\* \\q \\\n", "- [*a* \\q](#a-q-)\n"},
      {"character references", "# &amp; &lt; &#65; &x41; &copy &nosuch; [&lt;&copy](a)\n",
       "- [&amp; &amp;lt; A ) &amp;copy &amp;nosuch; <a "
       "href=\"a\">&lt;\302\251</a>](#-lt-a--copy-nosuch-ltcopy)\n"},
      {"mathematics in it", "# $a$ $b $$ c\n",
       "- [<span class=\"math inline\">\\(a\\)</span> <span class=\"math inline\">\\(b \\)</span>$ "
       "c](#--c)\n"},
      {"footnotes", "# a[^1] ^[b]\n\n[^1]: c\n", "- [a<a href=\"c\">^1</a> ^[b]](#a1-b)\n"},
      {"repeated", "# A\n## A\n###### A\n# A-1\n# A\n",
       "- [A](#a)\n  - [A](#a-1)\n- [A-1](#a-1)\n- [A](#a-2)\n"},
      {"only deep ones", "###### A\n", ""},
      {"deeper first", "### A\n## B\n", "  - [A](#a)\n- [B](#b)\n"},
      {"a reference element", "<reference a>\n# A\n</reference>\n# B\n", "- [B](#b)\n"},
      {"no-break space around it", "# \302\240A\302\240\n", "- [A](#a)\n"},
      {"a crash", "---\n\n# A\n\n-", "fails"},
      {"no end", "```\n: a\n", "fails"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(table_of(c.text), c.table);
  }
}

TEST(MdtocHeadings, KnowWhereTheyStand) {
  const std::string text =
      "# A\r\n\r\n> a\r\n> ## B\r\n\r\n- c\r\n\r\n    ### D\r\n\r\nE\r\n---\r\n";
  const MdtocReading reading = read_as_mdtoc(text);
  ASSERT_EQ(reading.headings.size(), 4U);
  for (const MdtocHeading& heading : reading.headings) {
    EXPECT_EQ(text.substr(heading.at, 1), heading.text);
  }
}

// Every text is read in time that grows with its size alone.
TEST(MdtocHeadings, AreReadInTime) {
  constexpr std::size_t kSize = 400'000;
  const auto repeated = [](std::string_view part) {
    std::string text;
    while (text.size() < kSize) text += part;
    return text;
  };
  const std::string cases[] = {
      repeated("`"),         "> " + repeated("`"),   repeated("> ```\n"),
      repeated("<div>\n\n"), repeated("---x\n"),     repeated("<!--\n"),
      repeated("$$ a\n\n"),  repeated("- "),         repeated("> "),
      "# " + repeated("["),  "# " + repeated("*a "), repeated("# [[[[[[[[[[[[[[[[**__``\n"),
      repeated("a | `\n"),   repeated("[a]: b\n"),   repeated("a\n: b\n\n"),
      repeated("\r"),        repeated("``a```b`\n"),
  };
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& text : cases) read_as_mdtoc(text);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace milepost
