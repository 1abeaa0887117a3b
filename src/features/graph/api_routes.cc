// What a proposal relates to, over HTTP.
#include <fmt/format.h>

#include "features/common/api.h"
#include "features/graph/formats.h"
#include "features/graph/graph.h"

namespace milepost::graph {

namespace {

http::Response relations_answer(const http::Request& request, const Visit& visit) {
  return api::about_proposal(
      request, visit, [](const Workspace& workspace, const Card& card) -> Result<std::string> {
        const std::string query =
            card.number.empty() ? fmt::format("path:\"{}\"", card.path) : "number:" + card.number;
        const auto graph = relations_graph(workspace, {query, {}});
        if (!graph) return failure(graph.error().message);
        return render_graph_json(*graph);
      });
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/proposals/{proposal}/relations",
     api::kToRead,
     Precondition::kFree,
     relations_answer,
     {"The proposals that it replaces, that replace it, and that it names", "", "", "Graph",
      "404"}},
};

}  // namespace

extern constinit const std::span<const Route> kApiRoutes = kRows;

}  // namespace milepost::graph
