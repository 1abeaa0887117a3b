// Every route of the program, gathered from the features.
#pragma once

#include <span>
#include <vector>

#include "features/common/route.h"

namespace milepost::web {

// Where one repository is served, all of this is below it. With several, what is not of a
// repository (server_routes.cc) is below "/" alone, the rest below the name of each.
std::vector<const Route*> all_routes();

extern const std::span<const Route> kServerRoutes;
extern const std::span<const Route> kLiveRoutes;
bool is_of_server(const Route& route);

}  // namespace milepost::web
