#include "base/slip.h"

#include <algorithm>
#include <string>

#include "base/strings.h"

namespace milepost {

bool is_one_slip_apart(std::string_view a, std::string_view b, std::size_t telling) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > 1) return false;
  const std::string left = lower(a);
  const std::string right = lower(b);
  if (left == right) return true;
  if (std::min(left.size(), right.size()) < telling) return false;
  std::string_view x = left;
  std::string_view y = right;
  while (!x.empty() && !y.empty() && x.front() == y.front()) {
    x.remove_prefix(1);
    y.remove_prefix(1);
  }
  while (!x.empty() && !y.empty() && x.back() == y.back()) {
    x.remove_suffix(1);
    y.remove_suffix(1);
  }
  if (x.size() <= 1 && y.size() <= 1) return true;
  return x.size() == 2 && y.size() == 2 && x[0] == y[1] && x[1] == y[0];
}

}  // namespace milepost
