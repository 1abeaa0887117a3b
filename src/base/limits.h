// The limits every front end keeps, in one place. Each exists so that hostile
// or broken input costs bounded time and memory.
#pragma once

#include <cstddef>

namespace milepost {

struct Limits {
  // The largest real proposal measured is 412 KB; twice that is no proposal.
  std::size_t document_bytes = 1024 * 1024;
  // libyaml is quadratic on deeply nested flow input, so it never sees more.
  std::size_t yaml_bytes = 64 * 1024;
  int yaml_depth = 64;
  // Containers (lists, quotes) nested deeper than this are read as text.
  int nesting = 100;
  // A table row with more cells is read as text.
  int table_columns = 128;
};

inline constexpr Limits kLimits;

}  // namespace milepost
