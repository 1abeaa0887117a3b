// The metadata that stands in front of a template's text. A comment may stand before it, such as
// a licence or how to use the template; in a proposal nothing may.
#pragma once

#include "text/document.h"

namespace milepost {

// As Document::front_matter(), which it is where no comment stands before it.
FrontMatter template_front_matter(const Document& document);

}  // namespace milepost
