// The method of Brandes and Köpf: vertices are aligned with the median of their
// neighbours into blocks of one height, in four ways (from the first layer or
// the last, from the top or the bottom), and the four heights are averaged.
// Blocks are stacked by longest paths instead of the classes of the paper, which
// need a repair. All of it takes linear time.

#include <algorithm>
#include <array>
#include <limits>
#include <ranges>
#include <unordered_set>

#include "render/graph_layers.h"

namespace milepost::drawing {

namespace {

std::uint64_t pair_key(Vertex before, Vertex after) {
  return (std::uint64_t{before} << 32U) | after;
}

std::vector<std::uint32_t> places(const std::vector<std::vector<Vertex>>& layers,
                                  std::size_t vertices) {
  std::vector<std::uint32_t> place(vertices);
  for (const auto& layer : layers) {
    for (std::uint32_t i = 0; i < layer.size(); ++i) place[layer[i]] = i;
  }
  return place;
}

// Edges that cross an inner segment of a long edge, which has the right of way.
std::unordered_set<std::uint64_t> find_conflicts(const LayeredGraph& graph) {
  const auto place = places(graph.layers, graph.size());
  std::unordered_set<std::uint64_t> conflicts;
  for (std::size_t l = 1; l < graph.layers.size(); ++l) {
    const auto& layer = graph.layers[l];
    std::size_t scanned = 0;
    std::uint32_t low = 0;  // places of the last inner segment and the next
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const Vertex v = layer[i];
      const bool inner = graph.is_bend(v) && graph.is_bend(graph.before[v].front());
      if (!inner && i + 1 < layer.size()) continue;
      const std::uint32_t high = inner ? place[graph.before[v].front()]
                                       : static_cast<std::uint32_t>(graph.layers[l - 1].size());
      for (; scanned <= i; ++scanned) {
        for (const Vertex u : graph.before[layer[scanned]]) {
          if (place[u] >= low && place[u] <= high) continue;
          if (graph.is_bend(u) && graph.is_bend(layer[scanned])) continue;
          conflicts.insert(pair_key(u, layer[scanned]));
        }
      }
      low = high;
    }
  }
  return conflicts;
}

// One of the four ways: layers perhaps in reverse, each perhaps upside down.
class Alignment {
 public:
  Alignment(const LayeredGraph& graph, bool from_last, bool from_bottom)
      : graph_(graph), layers_(graph.layers), from_last_(from_last), root_(graph.size()) {
    if (from_last) std::ranges::reverse(layers_);
    if (from_bottom) {
      for (auto& layer : layers_) std::ranges::reverse(layer);
    }
    place_ = places(layers_, graph.size());
    for (Vertex v = 0; v < root_.size(); ++v) root_[v] = v;
  }

  // Joins each vertex to the block of a median neighbour, unless that crosses a
  // join made before it.
  void align(const std::unordered_set<std::uint64_t>& conflicts) {
    std::vector<Vertex> neighbours;
    for (std::size_t l = 1; l < layers_.size(); ++l) {
      std::int64_t last = -1;
      for (const Vertex v : layers_[l]) {
        neighbours = from_last_ ? graph_.after[v] : graph_.before[v];
        if (neighbours.empty()) continue;
        std::ranges::sort(neighbours, {}, [&](Vertex u) { return place_[u]; });
        const std::size_t count = neighbours.size();
        for (const std::size_t median : {(count - 1) / 2, count / 2}) {
          const Vertex u = neighbours[median];
          const auto key = from_last_ ? pair_key(v, u) : pair_key(u, v);
          if (last >= place_[u] || conflicts.contains(key)) continue;
          root_[v] = root_[u];
          last = place_[u];
          break;
        }
      }
    }
  }

  // Stacks the blocks: each as far up as those above it allow, then as far down
  // as those below it do, so that none is torn from its neighbours.
  std::vector<double> stack(const std::vector<double>& extents, const RowGaps& gaps) const {
    struct Below {
      Vertex block;
      double distance;
    };
    std::vector<std::vector<Below>> below(graph_.size());
    std::vector<std::uint32_t> above(graph_.size(), 0);
    for (const auto& layer : layers_) {
      for (std::size_t i = 1; i < layer.size(); ++i) {
        const Vertex a = layer[i - 1];
        const Vertex b = layer[i];
        const bool passes = graph_.is_bend(a) || graph_.is_bend(b);
        below[root_[a]].push_back(
            {root_[b], (extents[a] + extents[b]) / 2 + (passes ? gaps.lines : gaps.boxes)});
        ++above[root_[b]];
      }
    }
    std::vector<Vertex> order;
    for (Vertex v = 0; v < root_.size(); ++v) {
      if (root_[v] == v && above[v] == 0) order.push_back(v);
    }
    std::vector<double> row(graph_.size(), 0);
    for (std::size_t next = 0; next < order.size(); ++next) {
      for (const auto& edge : below[order[next]]) {
        row[edge.block] = std::max(row[edge.block], row[order[next]] + edge.distance);
        if (--above[edge.block] == 0) order.push_back(edge.block);
      }
    }
    for (const Vertex block : std::views::reverse(order)) {
      double limit = std::numeric_limits<double>::infinity();
      for (const auto& edge : below[block]) {
        limit = std::min(limit, row[edge.block] - edge.distance);
      }
      if (!below[block].empty()) row[block] = std::max(row[block], limit);
    }
    for (Vertex v = 0; v < row.size(); ++v) row[v] = row[root_[v]];
    return row;
  }

 private:
  const LayeredGraph& graph_;
  std::vector<std::vector<Vertex>> layers_;
  bool from_last_;
  std::vector<std::uint32_t> place_;
  std::vector<Vertex> root_;
};

}  // namespace

std::vector<double> assign_rows(const LayeredGraph& graph, const std::vector<double>& heights,
                                const RowGaps& gaps) {
  std::vector<double> extents = heights;
  extents.resize(graph.size(), 0);
  const auto conflicts = find_conflicts(graph);

  std::array<std::vector<double>, 4> ways;
  std::array<double, 4> tops{};
  std::array<double, 4> spans{};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const bool from_bottom = i % 2 == 1;
    Alignment alignment(graph, i / 2 == 1, from_bottom);
    alignment.align(conflicts);
    ways[i] = alignment.stack(extents, gaps);
    if (from_bottom) {
      for (double& row : ways[i]) row = -row;
    }
    const auto [least, most] = std::ranges::minmax(ways[i]);
    tops[i] = least;
    spans[i] = most - least;
  }
  // Those made from the top share their top with the shortest of all, those from
  // the bottom their bottom.
  const double shortest = std::ranges::min(spans);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const double shift = (i % 2 == 1 ? shortest - spans[i] : 0) - tops[i];
    for (double& row : ways[i]) row += shift;
  }
  std::vector<double> rows(graph.size());
  for (std::size_t v = 0; v < rows.size(); ++v) {
    std::array<double, 4> four = {ways[0][v], ways[1][v], ways[2][v], ways[3][v]};
    std::ranges::sort(four);
    rows[v] = (four[1] + four[2]) / 2;
  }
  return rows;
}

}  // namespace milepost::drawing
