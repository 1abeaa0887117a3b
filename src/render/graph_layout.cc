#include "render/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "render/graph_layers.h"
#include "render/packing.h"

namespace milepost::drawing {

namespace {

constexpr RowGaps kRowGaps{22, 12};
constexpr double kColumnGap = 64;
constexpr double kMostColumnGap = 208;
constexpr double kColumnGapStep = 24;  // few widths, so that columns of parts line up
constexpr double kClimbPerStep = 180;
constexpr double kLoopReach = 32;  // of the controls; the bow itself reaches three quarters
constexpr double kCorner = 10;     // no edge ends nearer to a corner of a box
constexpr double kEndGap = 11;     // between the ends of two edges
constexpr double kLowest = std::numeric_limits<double>::infinity();
constexpr Size kPartGap{kColumnGap, 44};
constexpr double kAspect = 1.5;
// Time and paper are linear in the bends; with so many nobody can follow an edge.
constexpr std::size_t kMostBends = 150'000;

// One connected part of the input, its nodes numbered anew.
struct Part {
  std::vector<std::size_t> nodes;  // positions in the input
  std::vector<std::size_t> edges;
};

std::vector<Part> split(const LayoutInput& input) {
  std::vector<std::size_t> leader(input.heights.size());
  for (std::size_t i = 0; i < leader.size(); ++i) leader[i] = i;
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  for (const auto& edge : input.edges) {
    const std::size_t a = find(edge.from);
    const std::size_t b = find(edge.to);
    leader[std::max(a, b)] = std::min(a, b);
  }
  std::vector<Part> parts;
  std::vector<std::size_t> part_of(leader.size());
  for (std::size_t i = 0; i < leader.size(); ++i) {
    if (find(i) == i) {
      part_of[i] = parts.size();
      parts.emplace_back();
    }
    parts[part_of[find(i)]].nodes.push_back(i);
  }
  for (std::size_t i = 0; i < input.edges.size(); ++i) {
    parts[part_of[find(input.edges[i].from)]].edges.push_back(i);
  }
  return parts;
}

// Draws a part from (0, 0) on, and adds it to the layout.
class PartDrawing {
 public:
  PartDrawing(const LayoutInput& input, const Part& part, LayeredGraph graph)
      : input_(input), part_(part), graph_(std::move(graph)) {
    std::vector<double> heights;
    for (const std::size_t node : part_.nodes) heights.push_back(input_.heights[node]);
    rows_ = assign_rows(graph_, heights, kRowGaps);
    move_to_top();
    place_columns();
  }

  Size draw(Layout& layout) {
    Size size{columns_.back() + input_.box_width, 0};
    for (Vertex v = 0; v < graph_.nodes; ++v) {
      const double height = input_.heights[part_.nodes[v]];
      Box& box = layout.boxes[part_.nodes[v]];
      box = {column(v), rows_[v] - height / 2, input_.box_width, height};
      size.height = std::max(size.height, box.y + height);
    }
    for (const double row : rows_) size.height = std::max(size.height, row);
    spread_ends();
    for (std::size_t i = 0; i < part_.edges.size(); ++i) {
      const auto& edge = input_.edges[part_.edges[i]];
      const auto& chain = graph_.chains[i];
      Route& route = layout.routes[part_.edges[i]];
      route = draw_edge(i);
      if (chain.size() == 1) size.width = std::max(size.width, route.front().x + kLoopReach);
      if (part_.nodes[chain.front()] != edge.from) std::ranges::reverse(route);
    }
    return size;
  }

 private:
  double column(Vertex v) const { return columns_[graph_.layer_of[v]]; }

  void move_to_top() {
    double top = 0;
    for (Vertex v = 0; v < graph_.size(); ++v) {
      const double half = graph_.is_bend(v) ? 0 : input_.heights[part_.nodes[v]] / 2;
      top = v == 0 ? rows_[v] - half : std::min(top, rows_[v] - half);
    }
    for (double& row : rows_) row = std::round(row - top);
  }

  // The gap after a column is wider the further its edges climb or fall.
  void place_columns() {
    std::vector<double> steepest(graph_.layers.size(), 0);
    for (Vertex v = 0; v < graph_.size(); ++v) {
      for (const Vertex w : graph_.after[v]) {
        double& most = steepest[graph_.layer_of[v]];
        most = std::max(most, std::abs(rows_[v] - rows_[w]));
      }
    }
    double x = 0;
    for (const double climb : steepest) {
      columns_.push_back(x);
      const double gap = kColumnGap + kColumnGapStep * std::floor(climb / kClimbPerStep);
      x += input_.box_width + std::min(gap, kMostColumnGap);
    }
  }

  // The edges at one side of a node lie one below the other, in the order of
  // where they lead; an edge back to the node itself is the lowest.
  void spread_ends() {
    struct End {
      double goal;
      double* row;  // to be set
    };
    std::vector<std::vector<End>> left(graph_.nodes);
    std::vector<std::vector<End>> right(graph_.nodes);
    ends_.resize(part_.edges.size());
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const auto& chain = graph_.chains[i];
      if (chain.size() == 1) {
        right[chain[0]].push_back({kLowest, &ends_[i].first});
        right[chain[0]].push_back({kLowest, &ends_[i].second});
        continue;
      }
      right[chain.front()].push_back({rows_[chain[1]], &ends_[i].first});
      left[chain.back()].push_back({rows_[chain[chain.size() - 2]], &ends_[i].second});
    }
    for (auto* sides : {&left, &right}) {
      for (Vertex v = 0; v < graph_.nodes; ++v) {
        auto& side = (*sides)[v];
        if (side.empty()) continue;
        std::ranges::stable_sort(side, {}, &End::goal);
        const double room = input_.heights[part_.nodes[v]] - 2 * kCorner;
        const auto steps = static_cast<double>(side.size() - 1);
        const double step = std::min(kEndGap, room / std::max(steps, 1.0));
        for (std::size_t i = 0; i < side.size(); ++i) {
          *side[i].row = rows_[v] + (static_cast<double>(i) - steps / 2) * step;
        }
      }
    }
  }

  // From the earlier column to the later.
  Route draw_edge(std::size_t edge) const {
    const auto& chain = graph_.chains[edge];
    Route route{{column(chain.front()) + input_.box_width, ends_[edge].first}};
    for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
      route.push_back({column(chain[i]), rows_[chain[i]]});
      route.push_back({column(chain[i]) + input_.box_width, rows_[chain[i]]});
    }
    const bool loop = chain.size() == 1;
    route.push_back({loop ? route.front().x : column(chain.back()), ends_[edge].second});
    return route;
  }

  const LayoutInput& input_;
  const Part& part_;
  LayeredGraph graph_;
  std::vector<double> rows_;
  std::vector<double> columns_;                  // left edges
  std::vector<std::pair<double, double>> ends_;  // rows, by edge
};

Result<Size> draw_part(const LayoutInput& input, const Part& part, std::size_t& bends,
                       Layout& layout) {
  std::vector<LayoutEdge> edges;
  for (const std::size_t i : part.edges) {
    const auto local = [&](std::size_t node) {
      return static_cast<std::size_t>(std::ranges::lower_bound(part.nodes, node) -
                                      part.nodes.begin());
    };
    const auto& edge = input.edges[i];
    edges.push_back({local(edge.from), local(edge.to), edge.directed});
  }
  auto graph = make_layers(part.nodes.size(), edges, kMostBends - bends);
  if (!graph) return failure("the edges are too entangled to draw");
  bends += graph->size() - graph->nodes;
  reduce_crossings(*graph);
  return PartDrawing(input, part, *std::move(graph)).draw(layout);
}

}  // namespace

Result<Layout> lay_out(const LayoutInput& input) {
  Layout layout;
  layout.boxes.resize(input.heights.size());
  layout.routes.resize(input.edges.size());
  const auto parts = split(input);
  std::vector<Size> sizes;
  std::size_t bends = 0;
  for (const auto& part : parts) {
    TRY(const auto size, draw_part(input, part, bends, layout));
    sizes.push_back(size);
  }

  const auto packing = pack(sizes, kPartGap, kAspect);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& corner = packing.corners[i];
    for (const std::size_t node : parts[i].nodes) {
      layout.boxes[node].x += corner.x;
      layout.boxes[node].y += corner.y;
    }
    for (const std::size_t edge : parts[i].edges) {
      for (Point& point : layout.routes[edge]) point = {point.x + corner.x, point.y + corner.y};
    }
  }
  layout.width = packing.sheet.width;
  layout.height = packing.sheet.height;
  return layout;
}

std::vector<Cubic> curves(const Route& route) {
  std::vector<Cubic> pieces;
  for (std::size_t i = 1; i < route.size(); ++i) {
    const Point& a = route[i - 1];
    const Point& b = route[i];
    if (a.x == b.x) {
      pieces.push_back({a, {a.x + kLoopReach, a.y}, {b.x + kLoopReach, b.y}, b});
    } else {
      const double middle = (a.x + b.x) / 2;
      pieces.push_back({a, {middle, a.y}, {middle, b.y}, b});
    }
  }
  return pieces;
}

}  // namespace milepost::drawing
