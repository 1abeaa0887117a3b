#include "web/all_routes.h"

#include <functional>

#include "web/openapi.h"

namespace milepost::check {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::diff {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::graph {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::history {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::list {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::log {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::move {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::people {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::process_view {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::record {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::release {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::review {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::rules {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::show {
extern const std::span<const Route> kApiRoutes;
extern const std::span<const Route> kFileRoutes;
}  // namespace milepost::show
namespace milepost::track {
extern const std::span<const Route> kApiRoutes;
}

namespace milepost::web {

std::vector<const Route*> all_routes() {
  const std::span<const Route> folders[] = {
      kServerRoutes,       show::kFileRoutes,   check::kApiRoutes,        diff::kApiRoutes,
      graph::kApiRoutes,   history::kApiRoutes, list::kApiRoutes,         log::kApiRoutes,
      move::kApiRoutes,    people::kApiRoutes,  process_view::kApiRoutes, record::kApiRoutes,
      release::kApiRoutes, review::kApiRoutes,  rules::kApiRoutes,        show::kApiRoutes,
      track::kApiRoutes,   kOpenApiRoutes,
  };
  std::vector<const Route*> all;
  for (const auto& rows : folders) {
    for (const Route& row : rows) all.push_back(&row);
  }
  return all;
}

bool is_of_server(const Route& route) {
  const Route* first = kServerRoutes.data();
  return std::greater_equal<>{}(&route, first) &&
         std::less<>{}(&route, first + kServerRoutes.size());
}

}  // namespace milepost::web
