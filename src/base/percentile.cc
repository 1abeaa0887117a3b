#include "base/percentile.h"

#include <algorithm>
#include <cassert>

namespace milepost {

int percentile(const std::vector<int>& days, int percent) {
  assert(!days.empty());
  constexpr std::size_t kWhole = 100;
  const std::size_t rank = (days.size() * static_cast<std::size_t>(percent) + kWhole - 1) / kWhole;
  return days[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace milepost
