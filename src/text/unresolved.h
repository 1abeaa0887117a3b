// Blocks that authors mark as not agreed yet:
//
//   <<[UNRESOLVED names or context]>>
//   what is argued about
//   <<[/UNRESOLVED]>>
//
// They are found however the brackets came out, but prose that mentions the word
// is left alone. Call after find_comments.
#pragma once

#include <string_view>

#include "text/inline_parser.h"
#include "text/scan.h"

namespace milepost {

void find_unresolved(std::string_view source, Scan& scan, InlineReader& reader);

}  // namespace milepost
