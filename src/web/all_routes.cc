#include "web/all_routes.h"

#include <functional>

namespace milepost::show {
extern const std::span<const Route> kFileRoutes;
}

namespace milepost::web {

std::vector<const Route*> all_routes() {
  const std::span<const Route> folders[] = {
      kServerRoutes,
      show::kFileRoutes,
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
