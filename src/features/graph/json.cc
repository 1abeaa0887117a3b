#include "features/graph/formats.h"
#include "render/json_value.h"

namespace milepost::graph {

namespace {

Json known(const std::string& text) { return text_or_null(text); }

}  // namespace

std::string render_graph_json(const Graph& graph) {
  Json nodes = Json::array();
  for (const auto& node : graph.nodes) {
    nodes.push_back({{"id", node.id},
                     {"title", known(node.title)},
                     {"group", known(node.group)},
                     {"status", known(node.status)},
                     {"stage", known(node.stage)},
                     {"closed", node.closed},
                     {"missing", node.missing},
                     {"link", known(node.link)}});
  }
  Json edges = Json::array();
  for (const auto& edge : graph.edges) {
    edges.push_back({{"from", graph.nodes[edge.from].id},
                     {"to", graph.nodes[edge.to].id},
                     {"relation", name(edge.relation)},
                     {"oneSided", edge.one_sided}});
  }
  Json report;
  report["nodes"] = std::move(nodes);
  report["edges"] = std::move(edges);
  return json_text(report);
}

}  // namespace milepost::graph
