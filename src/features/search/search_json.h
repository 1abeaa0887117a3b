// What was found, as a value for the formats that are made of it.
#pragma once

#include "features/search/model.h"
#include "render/json_value.h"

namespace milepost::search {

Json search_json(const SearchPage& page);

}  // namespace milepost::search
