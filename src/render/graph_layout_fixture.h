// Random graphs for the tests of layout.
#pragma once

#include <cstdint>

#include <rapidcheck.h>

#include "render/graph_layout.h"

namespace milepost {

// The same graph for the same seed: sparse or dense, in one part or in several,
// with stars, circles, repeated edges, and edges from a node to itself.
inline drawing::LayoutInput random_layout(std::uint64_t seed) {
  rc::Random random(seed);
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(random.next()) % limit;
  };
  drawing::LayoutInput input;
  input.box_width = 100;
  const std::size_t nodes = 1 + below(40);
  for (std::size_t i = 0; i < nodes; ++i) input.heights.push_back(double(30 + below(60)));
  const bool star = below(4) == 0;
  const bool chain = below(2) == 0;
  for (std::size_t left = below(2 * nodes); left > 0; --left) {
    const std::size_t from = star ? 0 : below(nodes);
    const std::size_t to = chain ? (from + below(4)) % nodes : below(nodes);
    input.edges.push_back({from, to, below(2) == 0});
  }
  return input;
}

inline constexpr std::uint64_t kRandomGraphs = 200;

}  // namespace milepost
