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
  // Files of a commit. The largest public repositories have some 400,000; a few
  // objects that name each other often can make trillions.
  std::size_t tree_files = 1'000'000;
  // No file system takes longer paths, so no commit needs them.
  std::size_t path_bytes = 4096;
};

inline constexpr Limits kLimits;

}  // namespace milepost
