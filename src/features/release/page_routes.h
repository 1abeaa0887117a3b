// The rows of this feature's pages.
#pragma once

#include <span>

#include "features/common/route.h"

namespace milepost::release {

extern const std::span<const Route> kPageRoutes;

}  // namespace milepost::release
