// What a proposal relates to, over HTTP.
#include "features/common/api.h"
#include "features/common/query_terms.h"
#include "features/graph/formats.h"
#include "features/graph/graph.h"

namespace milepost::graph {

namespace {

http::Response relations_answer(const http::Request& request, const Visit& visit) {
  return api::about_proposal(
      request, visit, [](const Workspace& workspace, const Card& card) -> Result<std::string> {
        const auto graph = relations_graph(workspace, {query_term(card), {}});
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
