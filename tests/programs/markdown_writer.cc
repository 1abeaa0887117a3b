// Writes Markdown as HTML, for scripts that look at it from outside:
//
//   markdown_writer FILE…
//
// One line of JSON for each file: {"html": …, "headings": […], "cut": …}. All that a page can
// put between is there, so that it is looked at, too.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "render/json_value.h"
#include "render/markdown_html.h"
#include "text/entities.h"

namespace {

using namespace milepost;

std::string escaped(const std::string& text) {
  std::string out;
  html::append_escaped(out, text);
  return out;
}

MarkdownHtml page_options() {
  MarkdownHtml options;
  options.section_classes = [](std::size_t, const MarkdownHeading& heading) {
    return heading.level > 1 ? "filled" : "title";
  };
  options.in_heading = [](std::size_t, const MarkdownHeading& heading) {
    return "<a class=\"anchor\" href=\"#" + escaped(heading.id) + "\">#</a>";
  };
  options.after_heading = [](std::size_t, const MarkdownHeading& heading) {
    return "<details class=\"findings\"><summary>" + escaped(heading.text) + "</summary></details>";
  };
  return options;
}

Json rendered(const std::string& text) {
  const RenderedMarkdown made = render_markdown(text, page_options());
  Json headings = Json::array();
  for (const MarkdownHeading& heading : made.headings) {
    headings.push_back({{"level", heading.level},
                        {"id", heading.id},
                        {"text", heading.text},
                        {"nested", heading.nested}});
  }
  return {{"html", made.html}, {"headings", headings}, {"cut", made.cut}};
}

}  // namespace

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    std::ifstream file(words[i], std::ios::binary);
    if (!file) {
      std::cerr << "markdown_writer: " << words[i] << " cannot be read\n";
      return 1;
    }
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    std::cout << rendered(text).dump() << '\n';
  }
  return 0;
}
