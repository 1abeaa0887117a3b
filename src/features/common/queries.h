// Queries in the words of every verb that takes proposals.
#pragma once

#include <string>

#include "workspace/workspace.h"

namespace milepost {

// Answers whatever a query may ask; `me` is whom @me stands for, as claimed. The feature `list`,
// which knows the others, defines it.
FindMatching find_by_query(std::string me);

}  // namespace milepost
