// HTML comments, wherever they stand; the table-of-contents markers among them;
// and comment ends that close nothing, which the reader sees.
#pragma once

#include <string_view>

#include "text/inline_parser.h"
#include "text/scan.h"

namespace milepost {

void find_comments(std::string_view source, Scan& scan, InlineReader& reader);

}  // namespace milepost
