// What somebody may have meant whose words nothing has: words of titles that are a slip away.
#pragma once

#include <vector>

#include "search/title_words.h"
#include "search/words.h"

namespace milepost::search {

// The terms with other words in the place of those that no title has, the most likely first; at
// most a few. Empty when titles have all of the words, or none that are near.
std::vector<std::vector<Term>> corrections(const TitleWords& titles, const std::vector<Term>& terms,
                                           Brief brief);

}  // namespace milepost::search
