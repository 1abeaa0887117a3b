#include "text/inline_html.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace milepost {
namespace {

// The document's last heading as "html | text".
std::string read(const std::string& text, std::uint32_t from = 0) {
  const Document document(std::make_shared<Source>("test.md", text));
  HeadingReader reader(document, from);
  const auto found = reader.read(document.headings().back());
  return found ? found->html + " | " + found->text : "nothing";
}

struct Case {
  const char* name;
  const char* heading;  // without "## "
  const char* want;
};

// As mdtoc writes them, but for those that say otherwise.
const Case kCases[] = {
    {"plain", "Goals", "Goals | Goals"},
    {"spaces stay", "Two  spaces", "Two  spaces | Two  spaces"},
    {"nothing", "", "nothing"},
    {"nothing but marks", "#", "nothing"},
    {"code", "The `a<b` and ``c ` d``",
     "The <code>a&lt;b</code> and <code>c ` d</code> | The a<b and c ` d"},
    {"code within spaces", "`  a  b `", "<code>a  b</code> | a  b"},
    {"code of spaces", "a `  ` b", "a  b | a  b"},
    {"escaped characters", "A & B -> \"C\" 'd'",
     "A &amp; B -&gt; &quot;C&quot; 'd' | A & B -> \"C\" 'd'"},
    {"emphasis", "*a* _b_ **c** __d__",
     "<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong> | a b c d"},
    {"nested emphasis", "**a _b_** ***c***",
     "<strong>a <em>b</em></strong> <strong><em>c</em></strong> | a b c"},
    {"emphasis that closes and opens", "*a **b***", "<em>a <strong>b</strong></em> | a b"},
    {"struck out", "~~a~~ ~b~", "<del>a</del> <em>b</em> | a b"},
    {"unpaired marks", "a ** b * c_d_e ~165K", "a ** b * c_d_e ~165K | a ** b * c_d_e ~165K"},
    {"more marks than pairs", "**a*", "*<em>a</em> | *a"},
    {"within a word, as CommonMark has it", "a*b*c a_b_", "a<em>b</em>c a_b_ | abc a_b_"},
    {"link", "[a *b*](/c?d=1&e \"f \\\"g\\\"\")",
     "<a href=\"/c?d=1&amp;e\" title=\"f \\&quot;g\\&quot;\">a <em>b</em></a> | a b"},
    {"link with brackets and escapes", "[a](<b c\\_d>)", "<a href=\"b c_d\">a</a> | a"},
    {"brackets", "Drawbacks [optional]", "Drawbacks [optional] | Drawbacks [optional]"},
    {"image", "![a *b*](c \"d\") *e*",
     "<img src=\"c\" alt=\"a *b*\" title=\"d\" /> <em>e</em> | a *b* e"},
    {"image in a link", "[![a](b)](c) d", "<a href=\"c\"><img src=\"b\" alt=\"a\" /></a> d | a d"},
    {"autolinks", "<https://a.b/?c&d> <me@e.f>",
     "<a href=\"https://a.b/?c&amp;d\">https://a.b/?c&amp;d</a> "
     "<a href=\"mailto:me@e.f\">me@e.f</a> | https://a.b/?c&d me@e.f"},
    {"bare links", "(https://a.b/c_d), www.e.f",
     "(<a href=\"https://a.b/c_d\">https://a.b/c_d</a>), www.e.f | (https://a.b/c_d), www.e.f"},
    {"bare link in a question", "Why http://a.b? No",
     "Why <a href=\"http://a.b?\">http://a.b?</a> No | Why http://a.b? No"},
    {"named entities are text", "a &lt;b&gt; &copy;",
     "a &amp;lt;b&amp;gt; &amp;copy; | a &lt;b&gt; &copy;"},
    {"other entities", "a &amp; &#169; &#x2014; & &no;",
     "a &amp; © — &amp; &amp;no; | a & © — & &no;"},
    {"entities in a link", "[a &lt; b](c)", "<a href=\"c\">a &lt; b</a> | a &lt; b"},
    {"escapes", "\\*a\\* \\\"b\\\" \\/ \\_", "*a* \\&quot;b\\&quot; \\/ _ | *a* \\\"b\\\" \\/ _"},
    {"tags", "<b>a</b> <!-- b --> c", "<b>a</b> <!-- b --> c | a  c"},
    {"what mdtoc takes for tags", "Set <SOME_NAME> <5ms and >1ms, a < b > c",
     "Set <SOME_NAME> <5ms and >1ms, a &lt; b &gt; c | Set  1ms, a < b > c"},
    {"no tag without an end", "a <b and <c", "a &lt;b and &lt;c | a <b and <c"},
    {"mathematics", "$a<b$ $ c $$",
     "<span class=\"math inline\">\\(a&lt;b\\)</span> <span class=\"math inline\">\\( c "
     "\\)</span>$ |  $"},
    {"one dollar", "costs $5", "costs $5 | costs $5"},
    {"name of a heading", "a b {#c} d", "a b | a b"},
    {"number signs at the end", "F# and C#", "F# and C | F# and C"},
    {"closing marks", "a # b ##", "a # b | a # b"},
    {"escaped mark at the end", "C\\#", "C# | C#"},
    {"other scripts", "Ünï “code” — K…", "Ünï “code” — K… | Ünï “code” — K…"},
};

TEST(InlineHtml, Headings) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(read("## " + std::string(c.heading) + "\n"), c.want);
  }
}

TEST(InlineHtml, References) {
  const std::string definition = "[R]: /a&b 'C'\n\n";
  const std::string heading = "## [t][r] [r] [r][] ![i][r] [other]\n";
  const std::string link = "<a href=\"/a&amp;b\" title=\"C\">";
  const std::string linked = link + "t</a> " + link + "r</a> " + link +
                             "r</a> <img src=\"/a&amp;b\" alt=\"i\" title=\"C\" /> [other] | "
                             "t r r i [other]";
  EXPECT_EQ(read(definition + heading), linked);
  EXPECT_EQ(read("[q]: <x>\n\n## [q]\n"), "<a href=\"x\">q</a> | q");
  // One that stands before the table is none for mdtoc.
  EXPECT_EQ(read(definition + heading, 5),
            "[t][r] [r] [r][] ![i][r] [other] | "
            "[t][r] [r] [r][] ![i][r] [other]");
}

TEST(InlineHtml, HeadingsOfSeveralLines) {
  EXPECT_EQ(read("a <b\nc> *d\ne* `f\ng` #\n===\n"),
            "a <b c> <em>d e</em> <code>f g</code> # | a  d e f g #");
}

TEST(InlineHtml, LinksByReferenceBringInNoMoreThanTheDocumentHolds) {
  std::string text = "[a]: /" + std::string(10'000, 'b') + "\n\n";
  for (int i = 0; i < 2'000; ++i) text += "# [a]\n";
  const Document document(std::make_shared<Source>("test.md", text));
  HeadingReader reader(document, 0);
  std::size_t bytes = 0;
  for (const Heading& heading : document.headings()) bytes += reader.read(heading)->html.size();
  EXPECT_LT(bytes, 4 * text.size() + 100'000);
}

}  // namespace
}  // namespace milepost
