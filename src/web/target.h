// What a request asks for, read from its first line. Whatever two programs might read differently
// is refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace milepost::web {

struct Target {
  std::vector<std::string> segments;  // of the path, decoded; none for "/"
  http::Fields query;
};

// Only a path with or without a query: no address of its own, no fragment, no zero bytes, no "."
// or ".." and no encoded slash.
Result<Target> read_target(std::string_view target);

// "/a/b" of its segments from one on.
std::string path_of(const std::vector<std::string>& segments, std::size_t from);

}  // namespace milepost::web
