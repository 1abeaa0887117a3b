// What this server is called from outside, for addresses that leave it.
#pragma once

#include <string>

#include "features/common/route.h"

namespace milepost {

// "https://proposals.example": what the server was told that it is called (--base-url), else what
// the browser calls it; "" when that says nothing sound.
std::string own_address(const http::Request& request, const Visit& visit);

}  // namespace milepost
