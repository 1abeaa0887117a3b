#include "render/graph_layers.h"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

namespace milepost::drawing {

namespace {

// Which layer each node is in, while they move.
class Layers {
 public:
  Layers(std::size_t nodes, const std::vector<std::pair<Vertex, Vertex>>& edges)
      : before_(nodes), after_(nodes), layer_(nodes, 0) {
    for (const auto& [from, to] : edges) {
      before_[to].push_back(from);
      after_[from].push_back(to);
    }
  }

  // Each node into the first layer after its predecessors.
  void place(const std::vector<Vertex>& order) {
    for (const Vertex v : order) layer_[v] = earliest(v);
  }

  // Moves each node to the side where more of its neighbours are, which makes
  // its edges shorter. Says whether any moved.
  bool tighten(const std::vector<Vertex>& order) {
    bool moved = false;
    for (const Vertex v : order) {
      if (before_[v].size() == after_[v].size()) continue;
      const bool forward = after_[v].size() > before_[v].size();
      const std::uint32_t goal = forward ? latest(v) : earliest(v);
      moved = moved || goal != layer_[v];
      layer_[v] = goal;
    }
    return moved;
  }

  // The layer of each node, once layers that became empty are taken out.
  std::vector<std::uint32_t> settled() const {
    std::vector<std::uint32_t> number(*std::ranges::max_element(layer_) + std::size_t{1}, 0);
    for (const std::uint32_t layer : layer_) number[layer] = 1;
    std::exclusive_scan(number.begin(), number.end(), number.begin(), 0U);
    std::vector<std::uint32_t> layers;
    for (const std::uint32_t layer : layer_) layers.push_back(number[layer]);
    return layers;
  }

 private:
  std::uint32_t earliest(Vertex v) const {
    std::uint32_t layer = 0;
    for (const Vertex u : before_[v]) layer = std::max(layer, layer_[u] + 1);
    return layer;
  }
  // Of a node with more neighbours after it than before, so there are some.
  std::uint32_t latest(Vertex v) const {
    std::uint32_t layer = layer_[after_[v].front()];
    for (const Vertex w : after_[v]) layer = std::min(layer, layer_[w]);
    return layer - 1;
  }

  std::vector<std::vector<Vertex>> before_;
  std::vector<std::vector<Vertex>> after_;
  std::vector<std::uint32_t> layer_;
};

std::vector<std::uint32_t> assign_layers(std::size_t nodes, const std::vector<Vertex>& order,
                                         const std::vector<std::pair<Vertex, Vertex>>& edges) {
  constexpr int kPasses = 4;
  Layers layers(nodes, edges);
  layers.place(order);
  const std::vector<Vertex> backward(order.rbegin(), order.rend());
  for (int pass = 0; pass < kPasses; ++pass) {
    const bool moved = layers.tighten(backward);
    if (!layers.tighten(order) && !moved) break;
  }
  return layers.settled();
}

// Fills the layers in the order of a walk that follows each branch to its end:
// the branches of a tree then do not cross.
void fill_layers(LayeredGraph& graph, Vertex start) {
  std::vector<bool> seen(graph.size(), false);
  std::vector<Vertex> stack{start};
  while (!stack.empty()) {
    const Vertex v = stack.back();
    stack.pop_back();
    if (seen[v]) continue;
    seen[v] = true;
    graph.layers[graph.layer_of[v]].push_back(v);
    for (const auto* side : {&graph.after[v], &graph.before[v]}) {
      for (const Vertex w : std::views::reverse(*side)) {
        if (!seen[w]) stack.push_back(w);
      }
    }
  }
}

}  // namespace

std::optional<LayeredGraph> make_layers(std::size_t nodes, const std::vector<LayoutEdge>& edges,
                                        std::size_t most_bends) {
  const auto order = order_nodes(nodes, edges);
  std::vector<std::uint32_t> position(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) position[order[i]] = i;

  std::vector<std::pair<Vertex, Vertex>> forward;
  for (const auto& edge : edges) {
    auto from = static_cast<Vertex>(edge.from);
    auto to = static_cast<Vertex>(edge.to);
    if (from == to) continue;
    if (position[from] > position[to]) std::swap(from, to);
    forward.emplace_back(from, to);
  }

  LayeredGraph graph;
  graph.nodes = nodes;
  graph.layer_of = assign_layers(nodes, order, forward);
  std::size_t bends = 0;
  for (const auto& [from, to] : forward) {
    bends += graph.layer_of[to] - graph.layer_of[from] - 1;
    if (bends > most_bends) return std::nullopt;
  }
  graph.before.resize(nodes + bends);
  graph.after.resize(nodes + bends);

  auto next = forward.begin();
  for (const auto& edge : edges) {
    auto& chain = graph.chains.emplace_back();
    if (edge.from == edge.to) {
      chain.push_back(static_cast<Vertex>(edge.from));
      continue;
    }
    const auto [from, to] = *next++;
    chain.push_back(from);
    for (std::uint32_t layer = graph.layer_of[from] + 1; layer < graph.layer_of[to]; ++layer) {
      chain.push_back(static_cast<Vertex>(graph.size()));
      graph.layer_of.push_back(layer);
    }
    chain.push_back(to);
    for (std::size_t i = 1; i < chain.size(); ++i) {
      graph.after[chain[i - 1]].push_back(chain[i]);
      graph.before[chain[i]].push_back(chain[i - 1]);
    }
  }
  graph.layers.resize(*std::ranges::max_element(graph.layer_of) + std::size_t{1});
  fill_layers(graph, order.front());
  return graph;
}

}  // namespace milepost::drawing
