#include "text/anchors.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

Document make(std::string text) {
  return Document(std::make_shared<Source>("test.md", std::move(text)));
}

Anchors anchors_of(std::string text) { return Anchors(make(std::move(text))); }

TEST(Anchors, AreWhatTheDocumentOffers) {
  const struct {
    const char* name;
    const char* text;
    std::vector<const char*> has;
    std::vector<const char*> lacks;
  } cases[] = {
      {"headings", "# Alpha Beta\n\nGamma\n---\n", {"alpha-beta", "gamma"}, {"alpha", "beta"}},
      {"nested headings", "> # Quoted\n\n- # Listed\n", {"quoted", "listed"}, {}},
      {"not in code or comments", "```\n# A\n```\n<!--\n# B\n-->\n", {}, {"a", "b"}},
      {"repeats", "# A\n# A\n# B\n# A\n", {"a", "a-1", "a-2", "b"}, {"a-3", "b-1"}},
      {"markup", "# The `x_y` *of* [z](w) &amp; \\*q\n", {"the-x_y-of-z--q"}, {"the-x_y-of-z-q"}},
      {"references", "# A [b][c] [d]\n\n[c]: e\n[d]: f\n", {"a-b-d"}, {"a-bc-d"}},
      {"images say nothing",
       "# ![logo](a.png) Name ![x](b)![y][]\n\n[y]: c\n",
       {"-name-"},
       {"logo-name-xy"}},
      {"tags are not text", "# A <b>c</b><!-- d -->\n", {"a-c"}, {"a-c-d", "a-bcb"}},
      {"spaces, as written or tidy", "# A  b\n", {"a--b", "a-b"}, {"ab"}},
      {"two lines, joined or not", "A\nb\n===\n", {"ab", "a-b"}, {}},
      {"tidy repeats", "# A b\n# A  b\n", {"a-b", "a--b", "a-b-1"}, {"a--b-1"}},
      {"shortcodes, as words or dropped",
       "# :tada: A b:c:d\n",
       {"tada-a-bcd", "-a-bd"},
       {"a-bd", "a-bcd"}},
      {"no shortcode", "# A: b: c\n", {"a-b-c"}, {"a-c", "a--c"}},
      {"emoji", "# ✅ Done\n", {"-done", "✅-done", "%E2%9C%85-done"}, {"done"}},
      {"letters of others", "# Ärger\n", {"ärger", "%C3%A4rger", "Ärger"}, {"arger", "rger"}},
      {"names", "<a name=\"Foo\"></a> x <span id='bar'>\n", {"Foo", "bar"}, {"foo"}},
      {"an id in a heading", "# <a id=x></a>Y z\n", {"x", "y-z"}, {}},
      {"an id in a table", "|a|\n|-|\n|<a id=\"b\">|\n", {"b"}, {}},
      {"ids in a block",
       "<div\n  ID = \"a\"\n  name=b>\n<p id=\"c&amp;d\">\n</div>\n",
       {"a", "b", "c&d"},
       {"c"}},
      {"not in a comment",
       "<!-- <a name=\"a\"> -->\n\nx <!-- <a id=\"b\"> --> y\n",
       {},
       {"a", "b"}},
      {"not what only looks like one", "a < b id=\"c\"\n\n`id=\"d\"`\n", {}, {"c", "d"}},
      {"headings as HTML",
       "# A\n\n<h2 align=\"center\">\n  Big <b>A&amp;B</b>\n</h2>\n\n<H1>A</H1>\n\n# A\n",
       {"big-ab", "--big-ab", "a", "a-1", "a-2"},
       {"a-3", "big"}},
      {"a heading never closed", "<h2>Lost\n\n<h2>B\n<h3>C</h3>\n", {"c"}, {"lost", "b"}},
      {"damaged", "# \xC3\x28 \xFF\n", {"-", ""}, {"("}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Anchors anchors = anchors_of(c.text);
    for (const char* fragment : c.has) EXPECT_TRUE(anchors.has(fragment)) << fragment;
    for (const char* fragment : c.lacks) EXPECT_FALSE(anchors.has(fragment)) << fragment;
  }
}

TEST(Anchors, FragmentsAreReadAsBrowsersDo) {
  const Anchors anchors = anchors_of("# Alpha Beta\n\n<a name=\"low\"></a>\n");
  for (const char* fragment :
       {"", "top", "TOP", "Alpha-Beta", "alpha%2Dbeta", "user-content-alpha-beta",
        "user-content-low", "Low", "L10", "L10-L20", "L10-20", "L1C2-L3C4",
        "alpha-beta:~:text=words", ":~:text=words"}) {
    EXPECT_TRUE(anchors.has(fragment)) << fragment;
  }
  for (const char* fragment :
       {"alpha beta", "alpha-beta-", "#alpha-beta", "l10", "L", "L10-", "L10x", "LC1",
        "user-content-", "user-content-top", "alpha%2", "tops"}) {
    EXPECT_FALSE(anchors.has(fragment)) << fragment;
  }
}

TEST(Anchors, NearestIsASlipOfThePen) {
  const Anchors anchors =
      anchors_of("# Motivation\n\n# Upgrade / Downgrade\n\n#  :tada:  Party\n\n<a id=\"X1y2\">\n");
  EXPECT_EQ(anchors.nearest("motivations"), "motivation");
  EXPECT_EQ(anchors.nearest("##Motivation"), "motivation");
  EXPECT_EQ(anchors.nearest("upgrade-/-downgrade"), "upgrade--downgrade");
  EXPECT_EQ(anchors.nearest("x1y2"), "X1y2");
  EXPECT_EQ(anchors.nearest("tada-party"), "tada--party") << "what GitHub does, not a guess";
  EXPECT_EQ(anchors.nearest("unrelated"), "");
  EXPECT_EQ(anchors_of("").nearest("a"), "");
}

TEST(Anchors, TocSpansReachFromMarkerToMarker) {
  const struct {
    const char* name;
    const char* text;
    std::vector<std::string> want;
  } cases[] = {
      {"none", "# A\n", {}},
      {"one",
       "a <!-- toc -->\n- [b](#b)\n<!-- /TOC --> c\n",
       {"<!-- toc -->\n- [b](#b)\n<!-- /TOC -->"}},
      {"two",
       "<!--toc-->\nx\n<!--/toc-->\n<!--toc-->\n<!--/toc-->\n",
       {"<!--toc-->\nx\n<!--/toc-->", "<!--toc-->\n<!--/toc-->"}},
      {"opened twice",
       "<!--toc-->\n<!--toc-->\n<!--/toc-->\n",
       {"<!--toc-->\n<!--toc-->\n<!--/toc-->"}},
      {"never closed", "<!--toc-->\n", {}},
      {"never opened", "<!--/toc-->\n", {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Document document = make(c.text);
    std::vector<std::string> got;
    for (const Span span : toc_spans(document)) got.emplace_back(document.text(span));
    EXPECT_EQ(got, c.want);
  }
}

}  // namespace
}  // namespace milepost
