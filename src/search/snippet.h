// A few words of a text around what was looked for.
#pragma once

#include <string_view>
#include <vector>

#include "search/search_index.h"

namespace milepost::search {

// About two hundred bytes, beginning and ending between words, with … where something is left
// out. Where none of the terms is found, the beginning of the text.
std::vector<SnippetPiece> make_snippet(std::string_view text, const std::vector<Term>& terms);

}  // namespace milepost::search
