// A connected graph put into layers, as the first steps of a layered drawing do:
// every edge goes from a layer to the next, long ones through bends.
//
// Nodes and bends are vertices, numbered from 0: the nodes first, as they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace milepost::drawing {

using Vertex = std::uint32_t;

struct LayoutEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  bool directed = false;  // points to a later layer, unless that closes a circle
};

struct LayeredGraph {
  std::size_t nodes = 0;
  std::vector<std::vector<Vertex>> layers;  // each from top to bottom
  std::vector<std::uint32_t> layer_of;
  // Neighbours in the layer before and in the layer after.
  std::vector<std::vector<Vertex>> before;
  std::vector<std::vector<Vertex>> after;
  // For each edge its vertices from the first layer to the last, whichever way
  // it points; the one node for an edge from it to itself.
  std::vector<std::vector<Vertex>> chains;

  std::size_t size() const { return layer_of.size(); }
  bool is_bend(Vertex v) const { return v >= nodes; }
};

// The nodes in an order in which as many directed edges as seems possible point
// forward, and neighbours are near each other.
std::vector<Vertex> order_nodes(std::size_t nodes, const std::vector<LayoutEdge>& edges);

// Nothing when there would be more bends than `most_bends`. Within a layer the
// vertices are as a walk through the graph found them.
std::optional<LayeredGraph> make_layers(std::size_t nodes, const std::vector<LayoutEdge>& edges,
                                        std::size_t most_bends);

// Changes the order within the layers until few edges cross.
void reduce_crossings(LayeredGraph& graph);

// Sorts the lists of neighbours on the way.
std::size_t count_crossings(LayeredGraph& graph);

struct RowGaps {
  double boxes = 0;  // between two boxes
  double lines = 0;  // beside an edge that passes through the layer
};

// Heights for the vertices, where in its column each stands: the middle of each vertex, from 0
// downwards. Vertices of a layer keep their order and do not overlap; long edges run straight where
// they can; a node stands in the middle of its neighbours where it can. `heights` are those of the
// nodes.
std::vector<double> assign_rows(const LayeredGraph& graph, const std::vector<double>& heights,
                                const RowGaps& gaps);

}  // namespace milepost::drawing
