// Any bytes make HTML that is balanced and holds nothing but what is on the list.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "render/code_html.h"
#include "render/html_writer.h"
#include "render/markdown_html.h"
#include "text/html_tags.h"

namespace {

using namespace milepost;

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_listed(std::string_view element) {
  return typed_kind(element) != ElementKind::kUnknown || element == "section" ||
         element == "label" || element == "input";
}

void check_attribute(std::string_view element, const html::Attribute& attribute) {
  static const std::set<std::string_view> kListed = {
      "alt",   "checked",  "class",          "colspan", "disabled", "height", "href",
      "id",    "loading",  "open",           "rel",     "rowspan",  "scope",  "src",
      "start", "tabindex", "referrerpolicy", "title",   "type",     "width"};
  require(kListed.contains(attribute.name));
  require(attribute.name != "id" || attribute.value.starts_with("doc-"));
  if (attribute.name != "href" && attribute.name != "src") return;
  require(element == "a" || element == "img");
  const std::string value = lower(attribute.value);
  const std::size_t colon = value.find(':');
  if (colon == value.npos || colon > value.find_first_of("/?#")) return;
  require(value.starts_with("http:") || value.starts_with("https:") ||
          (element == "a" && value.starts_with("mailto:")));
}

// Every tag has its end, in order.
void check_tags(const std::string& html) {
  static const std::set<std::string_view> kWithoutEnd = {"br", "hr", "img", "input", "wbr"};
  html::TagReader reader(html);
  html::Tag tag;
  std::vector<html::Attribute> attributes;
  std::vector<std::string_view> open;
  while (reader.next(tag, &attributes)) {
    require(is_listed(tag.name) && html[tag.end - 1] == '>');
    if (tag.closing) {
      require(!open.empty() && open.back() == tag.name);
      open.pop_back();
      continue;
    }
    for (const html::Attribute& attribute : attributes) check_attribute(tag.name, attribute);
    if (!kWithoutEnd.contains(tag.name)) open.push_back(tag.name);
    require(open.size() <= static_cast<std::size_t>(kLimits.nesting) + 4);
  }
  require(open.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  MarkdownHtml options;
  if (size % 2 == 0) {
    options.section_classes = [](std::size_t, const MarkdownHeading&) { return "part"; };
    options.after_heading = [](std::size_t, const MarkdownHeading&) { return "<p>x</p>"; };
  }
  const RenderedMarkdown made = render_markdown(text, options);
  check_tags(made.html);
  require(utf8::find_invalid(made.html) == std::string::npos);
  for (const char* const language : {"go", "yaml", "diff"}) {
    require(html::text_of(code_html(text, language)) == text);
  }
  return 0;
}
