// Tables of contents where mdtoc checks them: the markers it goes by and the lines
// it wants. text/toc.h is what others use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text/toc.h"

namespace milepost {

// The first `<!-- toc -->` and the first `<!-- /toc -->` of the text, in whatever
// block. A pair that mdtoc does not know for its spelling counts; it is written anew.
// No pair with text between that is no table counts, lest it be lost.
TocMarkers find_mdtoc_toc(const Document& document);

// Nothing where mdtoc fails on the text.
std::optional<std::vector<TocEntry>> mdtoc_entries(const Document& document, std::uint32_t from,
                                                   int depth);

// Without the white space around it, that of Unicode as well.
std::string_view mdtoc_trimmed(std::string_view text);

}  // namespace milepost
