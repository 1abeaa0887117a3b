#include "web/all_routes.h"

#include <functional>

// Each stands in the routes.cc of its feature.
namespace milepost::accounts {
extern const std::span<const Route> kPageRoutes, kAccountRoutes, kApiRoutes;
}

namespace milepost::web {

std::vector<const Route*> all_routes() {
  const std::span<const Route> folders[] = {
      kServerRoutes,
      accounts::kPageRoutes,
      accounts::kAccountRoutes,
      accounts::kApiRoutes,
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
