// A text in quotes, so that its own are told apart from them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace milepost {

// "Docs are written"; "'Implementation History' is up to date"
inline std::string quoted(std::string_view text) {
  std::string out = "\"" + std::string(text) + "\"";
  std::replace(out.begin() + 1, out.end() - 1, '"', '\'');
  return out;
}

}  // namespace milepost
