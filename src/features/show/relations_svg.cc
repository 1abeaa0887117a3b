#include "features/show/relations_svg.h"

#include "features/common/values_html.h"
#include "features/graph/formats.h"
#include "render/svg.h"

namespace milepost::show {

namespace {

constexpr std::size_t kMostInline = 60;  // more boxes are a sheet to walk around on

}  // namespace

Result<std::string> relations_svg(const Visit& visit, const Card& card, graph::Graph graph) {
  const Index& index = visit.workspace->index();
  for (graph::GraphNode& node : graph.nodes) {
    const Card* other = index.find_number(node.id);
    if (!other) other = index.find(node.id);
    node.link = other && other != &card ? proposal_href(visit, *other) : std::string();
  }
  return graph::render_svg(graph, {"Relations of " + heading(card), false});
}

std::string relations_inline(const Visit& visit, const Card& card, const graph::Graph& graph) {
  if (graph.nodes.size() > kMostInline) return {};
  const auto svg = relations_svg(visit, card, graph);
  return svg ? svg::without_style(*svg) : std::string();
}

}  // namespace milepost::show
