// What somebody may have meant whose words nothing has: words of titles that are a slip away.
#pragma once

#include <cstdint>
#include <vector>

#include "proposal/card.h"
#include "search/words.h"

namespace milepost::search {

// Whether words of three letters are corrected too: they are near to many others, so only where
// nothing at all is found.
enum class Brief : std::uint8_t { kNot, kToo };

// The terms with other words in the place of those that no title has, the most likely first; at
// most a few. Empty when titles have all of the words, or none that are near.
std::vector<std::vector<Term>> corrections(const Index& index, const std::vector<Term>& terms,
                                           Brief brief);

}  // namespace milepost::search
