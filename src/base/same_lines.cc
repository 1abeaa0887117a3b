#include "base/same_lines.h"

#include <cstddef>

namespace milepost {

namespace {

// The next line, without what ends it; the rest stays in the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  if (end != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

bool same_lines(std::string_view one, std::string_view other) {
  if (one == other) return true;
  while (!one.empty() && !other.empty()) {
    const bool more = one.find('\n') != one.npos;
    if (more != (other.find('\n') != other.npos) || take_line(one) != take_line(other))
      return false;
  }
  return one.empty() && other.empty();
}

}  // namespace milepost
