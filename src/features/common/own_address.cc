#include "features/common/own_address.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

std::string own_address(const http::Request& request, const Visit& visit) {
  if (!visit.base_url.empty()) return visit.base_url;
  const std::string host = request.headers.get("host");
  const bool is_sound = !host.empty() && std::ranges::all_of(host, [](char c) {
    return is_alnum(c) || c == '.' || c == '-' || c == ':' || c == '[' || c == ']';
  });
  if (!is_sound) return {};
  return (visit.secure ? "https://" : "http://") + host;
}

}  // namespace milepost
