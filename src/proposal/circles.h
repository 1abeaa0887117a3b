// Circles among things that point at each other.
#pragma once

#include <cstddef>
#include <vector>

namespace milepost {

// One thing points at another, because `said_by` says so in its `reference`-th
// reference.
struct Pointing {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t said_by = 0;
  std::size_t reference = 0;
};

// For each group of things that all lead to each other, the shortest way round
// from its first thing. In linear time; no step may lead to where it begins.
std::vector<std::vector<Pointing>> find_circles(std::size_t count,
                                                const std::vector<Pointing>& steps);

}  // namespace milepost
