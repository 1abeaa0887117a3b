// Rectangles packed onto a sheet of a pleasant shape.
#pragma once

#include <vector>

namespace milepost::drawing {

struct Size {
  double width = 0;
  double height = 0;
};

struct Packing {
  struct Corner {
    double x = 0;
    double y = 0;
  };
  std::vector<Corner> corners;  // top left, one for each rectangle
  Size sheet;
};

// Two rectangles beside each other are at least the gap's width apart, two below
// each other its height. The sheet is about `aspect` times
// as wide as it is high, as far as the rectangles let it.
Packing pack(const std::vector<Size>& sizes, const Size& gap, double aspect);

}  // namespace milepost::drawing
