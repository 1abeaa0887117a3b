#include "web/all_routes.h"

#include <functional>

#include "web/openapi.h"

// Each stands in the routes of its feature.
namespace milepost::accounts {
extern const std::span<const Route> kAccountRoutes, kApiRoutes, kPageRoutes;
}
namespace milepost::check {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::diff {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::graph {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::history {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::home {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::inbox {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::insights {
extern const std::span<const Route> kPageRoutes;
}
namespace milepost::list {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::log {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::move {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::people {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::process {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::record {
extern const std::span<const Route> kApiRoutes;
}
namespace milepost::release {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::review {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::rules {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::search {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}
namespace milepost::show {
extern const std::span<const Route> kApiRoutes, kFileRoutes, kPageRoutes;
}
namespace milepost::track {
extern const std::span<const Route> kApiRoutes, kPageRoutes;
}

namespace milepost::web {

std::vector<const Route*> all_routes() {
  // clang-format off: a row each, so that two who add one do not meet
  const std::span<const Route> folders[] = {
      kLiveRoutes,
      kOpenApiRoutes,
      kServerRoutes,
      accounts::kAccountRoutes,
      accounts::kApiRoutes,
      accounts::kPageRoutes,
      check::kApiRoutes,
      check::kPageRoutes,
      diff::kApiRoutes,
      diff::kPageRoutes,
      graph::kApiRoutes,
      history::kApiRoutes,
      home::kPageRoutes,
      inbox::kPageRoutes,
      insights::kPageRoutes,
      list::kApiRoutes,
      list::kPageRoutes,
      log::kApiRoutes,
      log::kPageRoutes,
      move::kApiRoutes,
      people::kApiRoutes,
      people::kPageRoutes,
      process::kApiRoutes,
      process::kPageRoutes,
      record::kApiRoutes,
      release::kApiRoutes,
      release::kPageRoutes,
      review::kApiRoutes,
      review::kPageRoutes,
      rules::kApiRoutes,
      rules::kPageRoutes,
      search::kApiRoutes,
      search::kPageRoutes,
      show::kApiRoutes,
      show::kFileRoutes,
      show::kPageRoutes,
      track::kApiRoutes,
      track::kPageRoutes,
  };
  // clang-format on
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
