// The description of the API, OpenAPI 3.1, made from the table of routes: what each row demands and
// may answer is said nowhere else. Schemas of what the command line prints, too, are those that its
// tests hold it to; the others are in web/openapi_schemas.json.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/common/route.h"
#include "render/json_value.h"

namespace milepost::web {

// Of the routes below /api/; `server` is what stands before their paths.
Json describe_api(const std::vector<const Route*>& routes, const std::string& server);

extern const std::span<const Route> kOpenApiRoutes;

}  // namespace milepost::web
