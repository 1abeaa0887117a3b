// A place in a file, as people are shown it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace milepost {

struct Spot {
  std::string path;        // as the user sees it
  std::uint32_t line = 0;  // from 1; 0: there is no such file, or all of it is meant
  std::uint32_t column = 0;
  auto operator<=>(const Spot&) const = default;
};

}  // namespace milepost
