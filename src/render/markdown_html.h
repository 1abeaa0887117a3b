// Markdown, as GitHub understands it, as HTML that is safe to put into a page, whoever wrote it.
//
// What is emitted is on a list: elements, attributes, schemes of addresses; all else is text. Raw
// HTML is read tag by tag: tags on the list are written anew, in their places and balanced, so that
// no end tag closes what is around the document; other tags are shown as they were typed, comments
// are left out. No event handler, style, form or frame is ever written.
//
// Any bytes give HTML that a browser reads without mending it. Time and size are bounded: nesting
// beyond Limits::nesting has no elements of its own, and what is too long is cut.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

struct MarkdownHeading {
  int level = 1;
  std::string id;       // GitHub's name of it: "goals"
  std::string text;     // without markup
  bool nested = false;  // in a list, a quote or an element of raw HTML: no section of its own
};

// What a page has a say in. Everything may be left out. HTML that is given back is put in as it
// is: it must be whole elements, escaped by whoever made it.
struct MarkdownHtml {
  using OfAddress = std::function<std::string(std::string_view address)>;
  using OfHeading = std::function<std::string(std::size_t index, const MarkdownHeading& heading)>;

  // Where a relative address, decoded, leads to: "../b/README.md#goals", not "#goals" alone. ""
  // for nowhere: then there is no link, or the image's text alone. What is given back is checked
  // like any address. Without it, addresses stay as they are.
  OfAddress link = {};
  OfAddress image = {};
  // When it is given, each heading that is not nested begins a <section> of these classes, which
  // goes on to the next one.
  OfHeading section_classes = {};
  OfHeading in_heading = {};     // at the end of the heading, such as a link to it
  OfHeading after_heading = {};  // below it, such as what was found about its section
  // Before ids, and so before fragments that lead to them. No id has a capital letter of ASCII:
  // a page around the text is safe from its ids as long as its own begin with one.
  std::string id_prefix = {};
};

struct RenderedMarkdown {
  std::string html;
  std::vector<MarkdownHeading> headings;  // nested ones, too; none that are written as HTML
  bool cut = false;                       // it was too long to be shown to its end
};

// `text` is without front matter.
RenderedMarkdown render_markdown(std::string_view text, const MarkdownHtml& options = {});

}  // namespace milepost
