#include "text/visible_html.h"

#include <gtest/gtest.h>

#include "text/html_render.h"

namespace milepost {
namespace {

html::VisibleText seen(std::string_view html) { return html::read_visible(html, {}).front(); }

TEST(VisibleHtml, EndsCommentsWhereHtmlDoes) {
  struct Case {
    const char* name;
    const char* html;
    const char* words;
  };
  const Case cases[] = {
      {"as usual", "a <!-- b --> c", "a c"},
      {"with a mark", "a <!-- b --!> c -->", "a c -->"},
      {"at once", "a <!--> b -->", "a b -->"},
      {"after a dash", "a <!---> b -->", "a b -->"},
      {"empty", "a <!----> b", "a b"},
      {"with dashes in it", "a <!-- b -- c ---> d", "a d"},
      {"never", "a <!-- b", "a"},
      {"nested are not", "a <!-- <!-- b --> c -->", "a c -->"},
      {"an instruction", "a <? b > c ?>", "a c ?>"},
      {"a declaration", "a <!X b> c", "a c"},
      {"an end tag without a name", "a </3 b> c", "a c"},
      {"no text", "a <![CDATA[ b > c ]]>", "a c ]]>"},
      {"the text of a drawing", "<svg><![CDATA[ b ]]></svg>", "<![CDATA[ b ]]>"},
      {"where a comment is text", "<textarea><!-- a --></textarea>", "<!-- a -->"},
      {"where other rules hold", "<svg><!-- a --></svg>", "<!-- a -->"},
      {"no comment", "a <- b <!", "a <- b"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(seen(c.html).words, c.words);
  }
}

TEST(VisibleHtml, TellsWhatIsShownAlike) {
  struct Case {
    const char* name;
    const char* html;
    const char* other;
    bool same;
  };
  const Case cases[] = {
      {"white space", "<p>a\n  b</p>", "<p> a b </p>\n", true},
      {"a word parted", "<p>ab</p>", "<p>a b</p>", false},
      {"a paragraph parted", "<p>a b</p>", "<p>a</p><p>b</p>", false},
      {"a line break", "<p>a<br>b</p>", "<p>a b</p>", true},
      {"names of tags", "<P>a</P>", "<p>a</p>", true},
      {"order of attributes", "<a id='x' href=y>", "<a href=\"y\" id=\"x\" >", true},
      {"an attribute that counts no more", "<a id=x id=y>", "<a id=x>", true},
      {"a value", "<a href=x>", "<a href=z>", false},
      {"a reference", "<p>&amp; &#65;</p>", "<p>& A</p>", true},
      {"one that a browser reads in its own way", "<p>&copy</p>", "<p>&amp;copy</p>", false},
      {"a tag as text", "<p>&lt;b></p>", "<p><b></p>", false},
      {"a tag that never ends", "<p>a</p><b ", "<p>a</p>", true},
      {"an end tag that ends nothing", "<p>a</b></p>", "<p>a</p>", true},
      {"one that ends what was left open", "<p><b></p><p>a</b>c</p>", "<p><b></p><p>ac</p>", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(seen(c.html) == seen(c.other), c.same);
  }
}

TEST(VisibleHtml, KnowsWhatWasLeftOpenBefore) {
  const auto after = [](std::string before) {
    const std::size_t begin = before.size();
    return html::read_visible(before + "<h2>a</h2><p>b</p>", {begin})[1].shape;
  };
  const std::string plain = after("<p>x</p>");
  EXPECT_EQ(plain, "<h2>a</h2><p>b</p>");
  for (const char* closed : {"<div>x</div>", "<p>x", "<ul><li>x</ul>", "<br>", "<p><b>x</b></p>",
                             "</div>", "<table><tr><td>x</table>"}) {
    EXPECT_EQ(after(closed), plain) << closed;
  }
  for (const char* open :
       {"<div hidden>x", "<p>x<b>y</p>", "<p>x<div>y</p>", "<details>", "<table><tr><td></p>"}) {
    EXPECT_NE(after(open), plain) << open;
  }
  EXPECT_NE(after("<div hidden>"), after("<div>"));
  EXPECT_EQ(after("<textarea>").substr(0, 6), "<open:");
}

// --- Markdown ---------------------------------------------------------------------------

std::string rendered(const std::string& text) {
  const Document document(std::make_shared<const Source>("a.md", text));
  return render_html(document, {}).html;
}

TEST(HtmlRender, WritesWhatCmarkDoes) {
  struct Case {
    const char* name;
    const char* text;
    const char* html;
  };
  const Case cases[] = {
      {"a paragraph", "a\nb\n", "<p>a\nb</p>\n"},
      {"headings", "# a\n\nb\n---\n", "<h1>a</h1>\n<h2>b</h2>\n"},
      {"markup", "*a* __b__ ***c*** ~~d~~ `<e>` \\* &copy;",
       "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <del>d</del> "
       "<code>&lt;e&gt;</code> * ©</p>\n"},
      {"links", "[a](/b \"c\") <https://d.e> ![*f*](g)",
       "<p><a href=\"/b\" title=\"c\">a</a> <a href=\"https://d.e\">https://d.e</a> "
       "<img src=\"g\" alt=\"f\" /></p>\n"},
      {"a reference", "[a]\n\n[a]: /é 'b'\n", "<p><a href=\"/%C3%A9\" title=\"b\">a</a></p>\n"},
      {"code", "~~~ go x\na<b\n~~~\n\n    c\n",
       "<pre><code class=\"language-go\">a&lt;b\n</code></pre>\n<pre><code>c\n</code></pre>\n"},
      {"in a quote", "> ```\n> a\n> ```\n> <div>\n> b\n",
       "<blockquote>\n<pre><code> a\n</code></pre>\n<div>\n b\n</blockquote>\n"},
      {"lists", "3. a\n4. b\n\n- [ ] c\n- d\n",
       "<ol start=\"3\">\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n<ul>\n<li>\n"
       "<p><input type=\"checkbox\" disabled=\"\" />  "
       "c</p>\n</li>\n<li>\n<p>d</p>\n</li>\n</ul>\n"},
      {"a table", "|a|b|\n|:-|-|\n|c\\|d|\n|e|f|g|\n",
       "<table>\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n"
       "<tr>\n<td align=\"left\">c|d</td>\n<td></td>\n</tr>\n"
       "<tr>\n<td align=\"left\">e</td>\n<td>f</td>\n</tr>\n</tbody></table>\n"},
      {"raw HTML", "a <b>c\n\n<!-- d -->\n", "<p>a <b>c</p>\n<!-- d -->\n"},
      {"a break", "a\n\n***\n", "<p>a</p>\n<hr />\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(rendered(c.text), c.html);
  }
}

TEST(HtmlRender, SaysWhereSectionsBegin) {
  const Document document(std::make_shared<const Source>("a.md", "x\n\n# a\n\n> # q\n\n## b\n"));
  const RenderedHtml rendered = render_html(document, {});
  ASSERT_EQ(rendered.begins.size(), 2U);
  EXPECT_EQ(rendered.html.substr(rendered.begins[0], 5), "<h1>a");
  EXPECT_EQ(rendered.html.substr(rendered.begins[1]), "<h2>b</h2>\n");
}

TEST(HtmlRender, DoesNotGrowWithReferences) {
  std::string text = "[a]: /" + std::string(40'000, 'x') + "\n\n";
  for (int i = 0; i < 5'000; ++i) text += "[a] ";
  EXPECT_LT(rendered(text).size(), 2U * 1024 * 1024);
}

}  // namespace
}  // namespace milepost
