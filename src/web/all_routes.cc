#include "web/all_routes.h"

#include <functional>

namespace milepost::inbox {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::insights {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::log {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::process {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::release {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::rules {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::list {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::diff {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::review {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::track {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::show {
extern const std::span<const Route> kFileRoutes;
extern const std::span<const Route> kPageRoutes;
}  // namespace milepost::show

namespace milepost::web {

std::vector<const Route*> all_routes() {
  const std::span<const Route> folders[] = {
      kServerRoutes,        inbox::kPageRoutes,   insights::kPageRoutes, log::kPageRoutes,
      process::kPageRoutes, release::kPageRoutes, rules::kPageRoutes,    list::kPageRoutes,
      diff::kPageRoutes,    review::kPageRoutes,  track::kPageRoutes,    show::kPageRoutes,
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
