// Where the boxes and edges of a graph go on a sheet.
//
// Boxes stand in columns of one width, edges go from column to column and pass
// through a column between its boxes: no two boxes overlap, and no edge enters a
// box. Parts that are not connected are laid out by themselves and packed.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "render/graph_layers.h"

namespace milepost::drawing {

struct Point {
  double x = 0;
  double y = 0;
};

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

// From the side of one box to the side of another, level at every point: a line
// between points of the same height, an S between others. An edge from a box to
// itself has two points one above the other, and is a bow to the right.
using Route = std::vector<Point>;

struct Layout {
  double width = 0;
  double height = 0;
  std::vector<Box> boxes;     // by node
  std::vector<Route> routes;  // by edge, from its `from` to its `to`
};

struct LayoutInput {
  double box_width = 0;
  std::vector<double> heights;  // one for each node
  std::vector<LayoutEdge> edges;
};

// Fails when the edges need more bends than a drawing can show.
Result<Layout> lay_out(const LayoutInput& input);

// A piece of a route as a cubic Bézier curve.
struct Cubic {
  Point from;
  Point from_control;
  Point to_control;
  Point to;
};
std::vector<Cubic> curves(const Route& route);

}  // namespace milepost::drawing
