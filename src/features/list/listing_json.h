// Proposals found by a query, as JSON.
#pragma once

#include "features/list/model.h"
#include "render/json_value.h"

namespace milepost::list {

// One object for each, in their order.
Json listing_json(const Listing& listing);

}  // namespace milepost::list
