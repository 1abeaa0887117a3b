// Footnotes show below the text that names them, wherever they are defined.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "text/document.h"

namespace milepost {

// What the footnotes say that a text names, also by way of other footnotes, and that are defined
// outside of it. `covers` says of a place whether it belongs to the text. More is taken for a
// definition than is one: "[^label]:" anywhere in a line, up to a line that follows a blank one
// and is not indented. Linear in the document.
std::string footnotes_from_elsewhere(const Document& document,
                                     const std::function<bool(std::uint32_t)>& covers);

}  // namespace milepost
