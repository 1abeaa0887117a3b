// The least any checker must do: walk the tree, read every file, find the ends
// of its lines. Plain system calls and one buffer for all files, so that the
// figure is a floor and not our own code measured against itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace milepost::bench {

struct FloorCount {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
};

// Only files whose names end so are read.
FloorCount read_all(const std::string& root, std::string_view ending = {});

}  // namespace milepost::bench
