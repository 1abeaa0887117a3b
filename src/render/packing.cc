#include "render/packing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>

namespace milepost::drawing {

namespace {

// The lower edge of what is placed so far, from left to right. The tallest come
// first, each as far up as it can go.
class Skyline {
 public:
  explicit Skyline(double width) : width_(width), steps_{{0, 0}} {}

  Packing::Corner place(const Size& size) {
    Packing::Corner best{0, std::numeric_limits<double>::infinity()};
    std::size_t first = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (i > 0 && steps_[i].x + size.width > width_) break;
      const double y = lowest(i, size.width, best.y);
      if (y >= best.y) continue;
      best = {steps_[i].x, y};
      first = i;
    }
    cover(first, best.x + size.width, best.y + size.height);
    return best;
  }

 private:
  struct Step {
    double x;  // goes on to the next step
    double y;
  };

  // The lowest edge over `width` from a step on; anything from `limit` on is as
  // good as the limit.
  double lowest(std::size_t from, double width, double limit) const {
    double y = 0;
    for (std::size_t i = from; i < steps_.size() && y < limit; ++i) {
      if (i > from && steps_[i].x >= steps_[from].x + width) break;
      y = std::max(y, steps_[i].y);
    }
    return y;
  }

  void cover(std::size_t first, double right, double y) {
    std::size_t last = first;
    while (last + 1 < steps_.size() && steps_[last + 1].x <= right) ++last;
    const Step rest{right, steps_[last].y};
    steps_[first].y = y;
    const auto after_first = steps_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    const auto at =
        steps_.erase(after_first, steps_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    if (right < width_) steps_.insert(at, rest);
  }

  double width_;
  std::vector<Step> steps_;
};

Packing pack_into(const std::vector<Size>& sizes, const std::vector<std::size_t>& order,
                  const Size& gap, double width) {
  Packing packing;
  packing.corners.resize(sizes.size());
  Skyline skyline(width + gap.width);
  for (const std::size_t i : order) {
    const auto corner = skyline.place({sizes[i].width + gap.width, sizes[i].height + gap.height});
    packing.corners[i] = corner;
    packing.sheet.width = std::max(packing.sheet.width, corner.x + sizes[i].width);
    packing.sheet.height = std::max(packing.sheet.height, corner.y + sizes[i].height);
  }
  return packing;
}

}  // namespace

Packing pack(const std::vector<Size>& sizes, const Size& gap, double aspect) {
  double area = 0;
  double widest = 0;
  std::vector<std::size_t> order;
  for (const auto& size : sizes) {
    area += (size.width + gap.width) * (size.height + gap.height);
    widest = std::max(widest, size.width);
    order.push_back(order.size());
  }
  std::ranges::sort(
      order, {}, [&](std::size_t i) { return std::tuple(-sizes[i].height, -sizes[i].width, i); });

  // Of some widths around the ideal one, that whose sheet fits into the smallest
  // frame of the wanted shape.
  Packing best;
  double smallest = std::numeric_limits<double>::infinity();
  for (int percent = 80; percent <= 160; percent += 10) {
    const double width = std::max(widest, std::sqrt(area * aspect) * percent / 100);
    auto packing = pack_into(sizes, order, gap, width);
    const double frame = std::max(packing.sheet.width / aspect, packing.sheet.height);
    if (frame >= smallest) continue;
    smallest = frame;
    best = std::move(packing);
  }
  return best;
}

}  // namespace milepost::drawing
