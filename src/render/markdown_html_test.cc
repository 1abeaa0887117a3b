#include "render/markdown_html.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/strings.h"

namespace milepost {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Case {
  const char* name;
  std::string text;
  std::string html;
};

std::string rendered(const std::string& text) { return render_markdown(text).html; }

TEST(MarkdownHtml, WritesMarkdown) {
  const Case cases[] = {
      {"paragraph", "a *b* **c** ~~d~~ `e<`",
       "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;</code></p>\n"},
      {"heading", "## Goals & *more*", "<h2 id=\"goals--more\">Goals &amp; <em>more</em></h2>\n"},
      {"entities", "&amp; &lt; &nosuch; &#1;", "<p>&amp; &lt; &amp;nosuch; \xEF\xBF\xBD</p>\n"},
      {"ordered from", "3. a", "<ol start=\"3\"><li>a</li>\n</ol>\n"},
      {"tasks", "- [ ] a\n- [x] b",
       "<ul><li class=\"task\"><label><input type=\"checkbox\" disabled> a</label></li>\n<li "
       "class=\"task\"><label><input type=\"checkbox\" disabled checked> "
       "b</label></li>\n</ul>\n"},
      {"foreign link", "[a](https://x/ \"t\")",
       "<p><a href=\"https://x/\" rel=\"noopener nofollow ugc\" title=\"t\">a</a></p>\n"},
      {"own link", "[a](b%20c.md)", "<p><a href=\"b%20c.md\">a</a></p>\n"},
      {"fragment", "[a](#Goals)", "<p><a href=\"#goals\">a</a></p>\n"},
      {"top", "[a](#top)", "<p><a href=\"#\">a</a></p>\n"},
      {"footnote", "a[^1]\n\n[^1]: b c",
       "<p>a<sup><a href=\"#note:1\">1</a></sup></p>\n<p><span class=\"note\" "
       "id=\"note:1\">1</span>: b c</p>\n"},
      {"bracket without a note", "a[^1]", "<p>a[^1]</p>\n"},
      {"code", "```go\nvar a\n```",
       "<pre tabindex=\"0\"><code class=\"language-go\"><span class=\"code-keyword\">var</span> "
       "a\n</code></pre>\n"},
      {"unknown language", "```mermaid\na --> b\n```",
       "<pre tabindex=\"0\"><code class=\"language-mermaid\">a --&gt; b\n</code></pre>\n"},
      {"table", "|a|\n|--:|\n|b|",
       "<div class=\"table\" tabindex=\"0\"><table><thead><tr><th scope=\"col\" "
       "class=\"align-right\">a</th></tr>\n</thead>\n<tbody><tr><td "
       "class=\"align-right\">b</td></tr>\n</tbody>\n</table></div>\n"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(rendered(c.text), c.html);
  }
}

TEST(MarkdownHtml, WritesRawHtmlFromAList) {
  const Case cases[] = {
      {"known", "a <b>c</b><br>", "<p>a <b>c</b><br></p>\n"},
      {"unknown is text", "a <name> b", "<p>a &lt;name&gt; b</p>\n"},
      {"handlers are left out", "<b onclick=x style=y>c</b>", "<p><b>c</b></p>\n"},
      {"one that is never closed is text", "List<i> a", "<p>List&lt;i&gt; a</p>\n"},
      {"stray ends", "a</b></div></p> c", "<p>a c</p>\n"},
      {"comment", "a<!-- b -->c", "<p>ac</p>\n"},
      {"comment over blocks", "<!--\na\n\n# b\n\n-->\nc", "\n<p>c</p>\n"},
      {"block in a line", "a <div>b</div>", "<p>a b</p>\n"},
      {"details around blocks", "<details><summary>a</summary>\n\nb\n\n</details>",
       "<details><summary>a</summary>\n<p>b</p>\n</details>\n"},
      {"a link in a link", "<a href=x>[b](c)</a>", "<p><a href=\"x\">b</a></p>\n"},
      {"cells need rows", "<table>\na<td>b\n</table>",
       "<table><tr><td>\na</td><td>b\n</td></tr></table>\n"},
      {"items need lists", "<li>a</li>", "a\n"},
      {"name", "<a name=\"X\"></a>", "<p><a id=\"x\"></a></p>\n"},
      {"measures", "<img src=a width=10px height=9e9 alt=\"b\">",
       "<img src=\"a\" loading=\"lazy\" referrerpolicy=\"no-referrer\" width=\"10\" alt=\"b\">\n"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(rendered(c.text), c.html);
  }
}

TEST(MarkdownHtml, LeadsNowhereUnsafe) {
  for (const char* const text :
       {"[a](javascript:b)", "[a](JAVA&Tab;SCRIPT:b)", "[a](data:b)", "<a href=javascript:b>a</a>",
        "[a](&#x6A;avascript:b)", "[a](vbscript:b)", "<javascript:b>"}) {
    SCOPED_TRACE(text);
    EXPECT_THAT(rendered(text), Not(HasSubstr("href")));
  }
  for (const char* const text : {"![a](data:b)", "![a](javascript:b)", "![a](mailto:b@c.d)",
                                 "<img src=data:b alt=a>", "![a](#b)"}) {
    SCOPED_TRACE(text);
    EXPECT_THAT(rendered(text), Not(HasSubstr("<img")));
    EXPECT_THAT(rendered(text), HasSubstr("a"));
  }
}

TEST(MarkdownHtml, AsksWhereRelativeAddressesLead) {
  MarkdownHtml options;
  options.link = [](std::string_view address) {
    return address == "gone" ? std::string() : "javascript:" + std::string(address);
  };
  options.image = [](std::string_view address) { return "/files/" + std::string(address); };
  EXPECT_EQ(render_markdown("[a](gone)", options).html, "<p>a</p>\n");
  EXPECT_EQ(render_markdown("[a](b)", options).html, "<p>a</p>\n") << "answers are checked, too";
  EXPECT_THAT(render_markdown("![a](b.png)", options).html, HasSubstr("src=\"/files/b.png\""));
  EXPECT_THAT(render_markdown("[a](#b)", options).html, HasSubstr("href=\"#b\""));
}

TEST(MarkdownHtml, NamesHeadingsOnce) {
  const auto made = render_markdown("# A\n\n# A\n\n> ## B\n\n<a id=a-1></a>\n\n# A <b>x</b>");
  ASSERT_EQ(made.headings.size(), 4U);
  EXPECT_EQ(made.headings[0].id, "a");
  EXPECT_EQ(made.headings[1].id, "a-1");
  EXPECT_TRUE(made.headings[2].nested);
  EXPECT_EQ(made.headings[3].text, "A x");
  EXPECT_THAT(made.html, Not(HasSubstr("<a id")));
}

TEST(MarkdownHtml, WrapsSections) {
  MarkdownHtml options;
  options.section_classes = [](std::size_t index, const MarkdownHeading& heading) {
    return heading.text + std::to_string(index) + "\"";
  };
  options.in_heading = [](std::size_t, const MarkdownHeading&) { return "<i>in</i>"; };
  options.after_heading = [](std::size_t, const MarkdownHeading&) { return "<p>after</p>"; };
  EXPECT_EQ(render_markdown("a\n\n# B\n\n<div>\n\n## C\n\n</div>\n\n## D", options).html,
            "<p>a</p>\n"
            "<section class=\"B0&quot;\"><h1 id=\"b\">B<i>in</i></h1><p>after</p>\n"
            "<div>\n<h2 id=\"c\">C<i>in</i></h2><p>after</p>\n</div>\n"
            "</section><section class=\"D2&quot;\"><h2 id=\"d\">D<i>in</i></h2><p>after</p>\n"
            "</section>");
}

TEST(MarkdownHtml, IsBounded) {
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "> ";
  const std::string quotes = rendered(deep + "a");
  std::size_t open = 0;
  for (std::size_t at = quotes.find("<blockquote"); at != quotes.npos;
       at = quotes.find("<blockquote", at + 1)) {
    ++open;
  }
  EXPECT_LE(open, static_cast<std::size_t>(kLimits.nesting));
  EXPECT_THAT(quotes, HasSubstr("a"));

  const auto longer = render_markdown(std::string(kLimits.document_bytes + 1, 'a'));
  EXPECT_TRUE(longer.cut);
  std::string references = "[a]: /" + std::string(100'000, 'b') + "\n";
  for (int i = 0; i < 10'000; ++i) references += "[a] ";
  const auto grown = render_markdown(references);
  EXPECT_TRUE(grown.cut);
  EXPECT_LT(grown.html.size(), 4'000'000U);
  EXPECT_TRUE(trim(grown.html).ends_with("</p>"));
}

TEST(MarkdownHtml, BearsSpansThatCross) {
  // md4c ends the address, which is a link, after the image around it has ended.
  const std::string html = rendered("![![c][a] <d@e.]> www.g.h &am[a](b) ![i](c)\n\n[a]: x");
  EXPECT_TRUE(html.ends_with("</p>\n")) << html;
}

TEST(MarkdownHtml, IsCleanText) {
  EXPECT_EQ(rendered("a\xFF\x01\xC2\x80z"), "<p>a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz</p>\n");
}

}  // namespace
}  // namespace milepost
