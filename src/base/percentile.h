#pragma once

#include <vector>

namespace milepost {

// The value that so many percent of the days, which are sorted, do not exceed.
// There must be some.
int percentile(const std::vector<int>& days, int percent);

}  // namespace milepost
