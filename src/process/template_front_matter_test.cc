#include "process/template_front_matter.h"

#include <gtest/gtest.h>

#include "base/source.h"

namespace milepost {
namespace {

TEST(TemplateFrontMatter, MayHaveCommentsBeforeIt) {
  const struct {
    std::string_view name, text, content;
    bool closed = true;
  } cases[] = {
      {"first", "---\na: 1\n---\n# T\n", "a: 1\n"},
      {"after a comment", "<!-- how to\n\nuse it -->\n---\na: 1\n---\n# T\n", "a: 1\n"},
      {"after two", "\n<!-- one -->\n\n<!-- two --> \n\n---\na: 1\nb: 2\n---\n", "a: 1\nb: 2\n"},
      {"a comment in it", "<!-- x -->\n---\n# what\na: 1 # why\n---\n", "# what\na: 1 # why\n"},
      {"with returns", "<!-- x -->\r\n---\r\na: 1\r\n---\r\n# T\r\n", "a: 1\r\n"},
      {"never closed", "<!-- x -->\n---\na: 1\n", "", false},
      {"a comment never closed", "<!-- x\n---\na: 1\n---\n", "", false},
      {"after text", "<!-- x -->\nText\n\n---\na: 1\n---\n", "", false},
      {"none", "<!-- x -->\n\n# T\n\n---\n\ntext\n", "", false},
      {"nothing", "", "", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Document document(std::make_shared<const Source>("t.md", std::string(c.text)));
    const FrontMatter found = template_front_matter(document);
    EXPECT_EQ(found.closed, c.closed);
    if (c.closed) {
      EXPECT_EQ(document.text(found.content), c.content);
    }
  }
}

}  // namespace
}  // namespace milepost
