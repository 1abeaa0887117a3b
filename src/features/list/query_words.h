// The words of a command line as a query, and what is wrong with it.
#pragma once

#include <string>
#include <vector>

#include "features/list/listing.h"

namespace milepost::list {

// The words as one query. The shell has taken the quotes off text:"cgroup v2", so they are put
// back.
std::string query_of(const std::vector<std::string>& words);

// The query with carets under the mistake; none for what has no place in it. Printable.
std::vector<std::string> fault_lines(const ListFailure& failure);

}  // namespace milepost::list
