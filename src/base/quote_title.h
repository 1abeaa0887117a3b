// A title in quotes, so that its own are told apart from them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace milepost {

// "Docs are written"; "'Implementation History' is up to date"
inline std::string quote_title(std::string_view title) {
  std::string out = "\"" + std::string(title) + "\"";
  std::replace(out.begin() + 1, out.end() - 1, '"', '\'');
  return out;
}

}  // namespace milepost
