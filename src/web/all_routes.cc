#include "web/all_routes.h"

#include <functional>

namespace milepost::diff {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::inbox {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::list {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::log {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::release {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::review {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::search {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::show {
extern const std::span<const Route> kFileRoutes, kPageRoutes;
}
namespace milepost::track {
extern const std::span<const Route> kPageRoutes;
}

namespace milepost::web {

std::vector<const Route*> all_routes() {
  const std::span<const Route> folders[] = {
      kServerRoutes,      kLiveRoutes,         diff::kPageRoutes,    inbox::kPageRoutes,
      list::kPageRoutes,  log::kPageRoutes,    release::kPageRoutes, review::kPageRoutes,
      search::kApiRoutes, search::kPageRoutes, show::kFileRoutes,    show::kPageRoutes,
      track::kPageRoutes,
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
