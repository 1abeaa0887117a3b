// What the verbs that take a query share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"
#include "features/common/verbs.h"
#include "features/list/listing.h"

namespace milepost::list {

// The words of the command line as one query. The shell has taken the quotes off
// text:"cgroup v2", so they are put back.
std::string query_of(const std::vector<std::string>& words);

// The message, and the query with carets under the mistake.
UsageError usage_error_of(const ListFailure& failure);

}  // namespace milepost::list
