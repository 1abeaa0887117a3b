#include "text/inline.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

struct PlainCase {
  const char* markdown;
  const char* want;
};

const PlainCase kPlain[] = {
    {"", ""},
    {"  a \n b\t", "a b"},
    {"*a* _b_ **c** `d` ~~e~~ ~f~", "a b c d e f"},
    {"a*b*c a_b_c", "abc a_b_c"},
    {"**a* b", "*a b"},
    {"[a](b) [c](<d e> 'f') ![g](h)", "a c g"},
    {"[a [b](c) d](e)", "[a b d](e)"},
    {"[a](b(c)d) [e](f\\))", "a e"},
    {"[a](b c)", "[a](b c)"},
    {"[text][label] [label][] [label]", "text label [label]"},
    {"<https://x.y> <b>c</b> a < b", "https://x.y c a < b"},
    {"a <!-- b --> c", "a c"},
    {"a <!-- b -- c", "a <!-- b -- c"},
    {"`` a`b `` `c", "a`b `c"},
    {"\\*a\\* \\a", "*a* \\a"},
    {"&lt;a&gt; &#65;&#x42; &amp;amp; &", "<a> AB &amp; &"},
    {"a\\\nb", "a b"},
    {"`<!-- a -->`", "<!-- a -->"},
};

TEST(Inline, PlainText) {
  for (const auto& c : kPlain) {
    SCOPED_TRACE(c.markdown);
    EXPECT_EQ(plain_text(c.markdown), c.want);
  }
}

struct LinkCase {
  const char* name;
  const char* text;
  std::vector<std::string> want;  // "kind text|destination|label"
};

const LinkCase kLinks[] = {
    {"inline", "[a](b 'c') [d](<e f>)", {"inline a|b|", "inline d|e f|"}},
    {"image in a link", "[![a](b)](c)", {"inline ![a](b)|c|", "image a|b|"}},
    {"no link in a link", "[a [b](c) d](e)", {"inline b|c|"}},
    {"parentheses", "[a](b(c)d) [e](f(g)", {"inline a|b(c)d|"}},
    {"empty destination", "[a]()", {"inline a||"}},
    {"references, any case",
     "[a][B c] [b  C][] [B\nC]\n\n[b c]: d",
     {"reference a|d|B c", "reference b  C|d|b  C", "reference B\nC|d|B\nC",
      "definition b c|d|b c"}},
    {"the first definition wins",
     "[a]\n\n[a]: b\n[a]: c",
     {"reference a|b|a", "definition a|b|a", "definition a|c|a"}},
    {"without a definition", "[a][b] [c]", {}},
    {"image by reference", "![a][b]\n\n[b]: c", {"image a|c|b", "definition b|c|b"}},
    {"autolink",
     "<https://a.b?c> <x@y.z>",
     {"autolink https://a.b?c|https://a.b?c|", "autolink x@y.z|x@y.z|"}},
    {"bare",
     "see https://a.b/c_d. (http://e.f/(g)) www.h.i, x://y",
     {"bare https://a.b/c_d|https://a.b/c_d|", "bare http://e.f/(g)|http://e.f/(g)|",
      "bare www.h.i|www.h.i|"}},
    {"not in code, comments or tags",
     "`[a](b)` <!-- [c](d) --> <e f='[g](h)'>\n\n```\n[i](j)\n```\n\n<!-- [k](l) -->\n",
     {}},
    {"escaped", "\\[a](b) [c\\](d) [e\\]](f)", {"inline e\\]|f|"}},
    {"in a heading and a table",
     "# [a](b)\n\n[c](d)|e\n-|-\n[f|g](h)\n",
     {"inline a|b|", "inline c|d|"}},
    {"in a quote, over lines", "> [a\n> b](c)\n", {"inline a\n> b|c|"}},
    {"definition over lines", "[a]:\n  b\n  'c'\n", {"definition a|b|a"}},
    {"in a footnote, which is no definition",
     "a[^1]\n\n[^1]: [b](c)\n\n[^ 2]: d\n",
     {"inline b|c|", "definition ^ 2|d|^ 2"}},
    {"in front matter", "---\na: [b](c)\n---\n", {}},
};

TEST(Inline, FindLinks) {
  static constexpr const char* kKinds[] = {"inline",   "image", "reference",
                                           "autolink", "bare",  "definition"};
  for (const auto& c : kLinks) {
    SCOPED_TRACE(c.name);
    const Document document(std::make_shared<Source>("test.md", c.text));
    std::vector<std::string> found;
    for (const Link& link : find_links(document)) {
      found.push_back(std::string(kKinds[static_cast<std::size_t>(link.kind)]) + " " +
                      std::string(document.text(link.text)) + "|" +
                      std::string(document.text(link.destination)) + "|" +
                      std::string(document.text(link.label)));
    }
    EXPECT_EQ(found, c.want);
  }
}

TEST(Inline, DestinationsAreWhatABrowserIsTold) {
  const struct {
    const char* text;
    const char* want;
  } cases[] = {
      {"[a](b)", "b"},
      {"[a](<b c>)", "b c"},
      {"[a](b\\)c\\d\\\\e)", "b)c\\d\\e"},
      {"[a](b?c=1&amp;d=2&#35;e)", "b?c=1&d=2#e"},
      {"[a](b&unknown;)", "b&unknown;"},
      {"[a]()", ""},
      {"[a]: b\\_c&lt;", "b_c<"},
      {"<https://a.b/c\\_d&amp;e>", "https://a.b/c\\_d&e"},
      {"<a@b.c>", "mailto:a@b.c"},
      {"www.a.b/c?d=http://e.f", "http://www.a.b/c?d=http://e.f"},
      {"https://a.b/c_d", "https://a.b/c_d"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const Document document(std::make_shared<Source>("test.md", c.text));
    const auto links = find_links(document);
    ASSERT_EQ(links.size(), 1U);
    EXPECT_EQ(destination_of(document, links[0]), c.want);
  }
}

}  // namespace
}  // namespace milepost
