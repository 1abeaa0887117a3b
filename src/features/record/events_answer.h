// GET /api/v1/events, as JSON; src/web gives the same as a stream.
#pragma once

#include "features/common/route.h"

namespace milepost::record {

http::Response events_answer(const http::Request& request, const Visit& visit);

}  // namespace milepost::record
