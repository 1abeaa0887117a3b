// What the verbs share that take a query and nothing else.
#pragma once

#include "cli/console.h"
#include "cli/options.h"
#include "features/common/verbs.h"
#include "features/list/listing.h"
#include "features/list/query_words.h"

namespace milepost::list {

// The message, and the query with carets under the mistake.
UsageError usage_error_of(const ListFailure& failure);

}  // namespace milepost::list
