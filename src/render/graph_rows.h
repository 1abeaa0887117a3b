// Heights for the vertices of a layered graph: where in its column each stands.
#pragma once

#include <vector>

#include "render/graph_layers.h"

namespace milepost::drawing {

struct RowGaps {
  double boxes = 0;  // between two boxes
  double lines = 0;  // beside an edge that passes through the layer
};

// The middle of each vertex, from 0 downwards. Vertices of a layer keep their
// order and do not overlap; long edges run straight where they can; a node
// stands in the middle of its neighbours where it can. `heights` are those of
// the nodes.
std::vector<double> assign_rows(const LayeredGraph& graph, const std::vector<double>& heights,
                                const RowGaps& gaps);

}  // namespace milepost::drawing
