#include "render/code_html.h"

#include <string>

#include <gtest/gtest.h>

#include "text/html_tags.h"

namespace milepost {
namespace {

TEST(CodeHtml, MarksWhatItKnows) {
  const struct {
    const char* name;
    const char* language;
    const char* code;
    const char* html;
  } cases[] = {
      {"go", "go", "x := 12 // y",
       "x := <span class=\"code-number\">12</span> <span class=\"code-comment\">// y</span>"},
      {"escape in a string", "go", R"("a\"b" c)",
       R"(<span class="code-string">&quot;a\&quot;b&quot;</span> c)"},
      {"half a string", "go", "\"a\nif", "&quot;a\n<span class=\"code-keyword\">if</span>"},
      {"long string", "go", "`a\nb`", "<span class=\"code-string\">`a\nb`</span>"},
      {"unclosed comment", "c", "/* a\nb", "<span class=\"code-comment\">/* a\nb</span>"},
      {"yaml", "yaml", "a-b: true # c",
       "<span class=\"code-key\">a-b</span>: <span class=\"code-keyword\">true</span> <span "
       "class=\"code-comment\"># c</span>"},
      {"apostrophe", "yaml", "a: don't", "<span class=\"code-key\">a</span>: don't"},
      {"json", "JSON", "{\"a\": \"b\"}",
       "{<span class=\"code-key\">&quot;a&quot;</span>: <span "
       "class=\"code-string\">&quot;b&quot;</span>}"},
      {"shell", "sh", "if a#b # c",
       "<span class=\"code-keyword\">if</span> a#b <span class=\"code-comment\"># c</span>"},
      {"diff", "diff", "@@ 1\n-a\n+b\n c",
       "<span class=\"code-place\">@@ 1</span>\n<span class=\"code-removed\">-a</span>\n<span "
       "class=\"code-added\">+b</span>\n c"},
      {"python", "python", "def a(): 'b'",
       "<span class=\"code-keyword\">def</span> a(): <span class=\"code-string\">'b'</span>"},
      {"unknown", "brainf", "if <a>", "if &lt;a&gt;"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(code_html(c.code, c.language), c.html);
  }
}

TEST(CodeHtml, KeepsTheText) {
  const std::string code = "a \"b\\\" 'c' /* d */ // e\n`f` # g <h> & 0x1F: \"i\": \\\n+ - @@ \"";
  for (const char* const language :
       {"go", "c", "python", "sh", "yaml", "json", "proto", "diff", ""}) {
    SCOPED_TRACE(language);
    EXPECT_EQ(html::text_of(code_html(code, language)), code);
  }
}

}  // namespace
}  // namespace milepost
