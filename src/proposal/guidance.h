// What a template says below a heading: the instructions and the lines to fill in
// that an author begins from. The repository's own template speaks first.
#pragma once

#include <string>
#include <string_view>

#include "process/process.h"

namespace milepost {

// The section's own text, directives left out, its lines ended by LF; "" when it
// has none.
std::string guidance(const Kind& kind, const TemplateSection& section);

// The same of what stands before the first heading.
std::string opening_guidance(const Kind& kind);

// A text whose lines end with LF, with the line ends of a document.
std::string with_line_ends(std::string_view text, std::string_view line_end);

}  // namespace milepost
