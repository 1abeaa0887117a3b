// The routes of the server itself: whether it lives, is ready, what it counted, its assets, and
// where it serves several repositories, their list.
#include <fmt/format.h>

#include "features/common/route.h"
#include "features/common/web_page.h"
#include "web/all_routes.h"
#include "web/assets.h"
#include "web/state.h"

namespace milepost::web {

namespace {

constexpr std::string_view kPlain = "text/plain; charset=utf-8";

http::Response answer_health(const http::Request& /*request*/, const Visit& /*visit*/) {
  return http::text_response(200, std::string(kPlain), "ok\n");
}

http::Response answer_readiness(const http::Request& /*request*/, const Visit& visit) {
  const ServerState& server = *visit.server;
  if (server.ready()) return http::text_response(200, std::string(kPlain), "ready\n");
  return http::text_response(503, std::string(kPlain),
                             server.ending      ? "ending\n"
                             : server.is_read() ? "the record does not answer\n"
                                                : "reading the repositories\n");
}

http::Response answer_metrics(const http::Request& /*request*/, const Visit& visit) {
  std::vector<Metrics::Gauge> gauges;
  for (const Mount& mount : visit.server->mounts) {
    const auto snapshot = mount.now();
    gauges.push_back({"milepost_snapshot_generation", "How often the repository changed.",
                      fmt::format("repository=\"{}\"", mount.name),
                      snapshot ? static_cast<double>(snapshot->generation) : 0});
  }
  return http::text_response(200, "text/plain; version=0.0.4; charset=utf-8",
                             visit.server->metrics.text(visit.server->table, gauges));
}

http::Response answer_asset(const http::Request& request, const Visit& /*visit*/) {
  std::string path = request.values.get("path");
  bool lasting = false;
  if (const std::string version = assets_version() + '/'; path.starts_with(version)) {
    path.erase(0, version.size());
    lasting = true;
  }
  const auto asset = find_asset(path);
  if (!asset) return http::text_response(404, std::string(kPlain), "no such file\n");
  lasting = lasting || request.query.get("v") == asset->tag;
  auto response = http::text_response(200, std::string(asset->type), std::string(asset->bytes));
  response.etag = '"' + asset->tag + '"';
  response.headers.add("Cache-Control",
                       lasting ? "public, max-age=31536000, immutable" : "public, no-cache");
  return response;
}

constexpr Guard kOpen{Caller::kAnyone, Scope::kNothing, Rate::kUnlimited, Csrf::kSafe};
// What is asked tells who runs the server how it is used: it is not for everybody.
constexpr Guard kWatched{Caller::kOperator, Scope::kRead, Rate::kUnlimited, Csrf::kSafe};

constexpr Route kRoutes[] = {
    {http::Method::kGet, "/healthz", kOpen, Precondition::kFree, answer_health, {}},
    {http::Method::kGet, "/readyz", kOpen, Precondition::kFree, answer_readiness, {}},
    {http::Method::kGet, "/metrics", kWatched, Precondition::kFree, answer_metrics, {}},
    {http::Method::kGet, "/assets/{path...}", kOpen, Precondition::kFree, answer_asset, {}},
};

}  // namespace

extern constinit const std::span<const Route> kServerRoutes{kRoutes};

}  // namespace milepost::web
