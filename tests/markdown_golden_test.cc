// Tricky documents, each as HTML: tests/golden/markdown/NAME/{input.md,expected.html}.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "golden_files.h"
#include "render/markdown_html.h"

namespace milepost {
namespace {

TEST(MarkdownGolden, Documents) {
  MarkdownHtml options;
  options.section_classes = [](std::size_t, const MarkdownHeading&) { return "part"; };
  std::size_t cases = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(in_source_tree("tests/golden/markdown"))) {
    SCOPED_TRACE(entry.path().filename().string());
    const auto text = read_text(entry.path() / "input.md");
    ASSERT_TRUE(text);
    expect_golden(entry.path() / "expected.html", render_markdown(*text, options).html);
    ++cases;
  }
  EXPECT_GE(cases, 6U);
}

}  // namespace
}  // namespace milepost
