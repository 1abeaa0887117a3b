// A document as HTML, the way cmark-gfm writes it with raw HTML let through: what a reader is
// shown is made from this. White space may differ, and every text of a list item is a
// paragraph, since tight and loose lists differ in the space between items alone.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "text/document.h"

namespace milepost {

struct RenderOptions {
  // By block: those that are not written, with all in them. None: every one is.
  std::vector<bool> left_out;
  // Whether it is written if a box is ticked, and not only that it is there.
  std::function<bool(const TaskItem&)> shows_tick;
};

struct RenderedHtml {
  std::string html;
  std::vector<std::size_t> begins;  // of the document's sections, in their order
};

RenderedHtml render_html(const Document& document, const RenderOptions& options);

}  // namespace milepost
