// An address of the web that may be asked for, taken apart as far as that needs.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace milepost::net {

struct WebUrl {
  std::string text;   // without its fragment; what is not ASCII in path and query is escaped
  std::string host;   // in lower case, without port
  bool named = true;  // false: the host is given by its address
};

// Fails, saying why, for what is never asked: other schemes, user names and
// passwords, and hosts with characters that two readers might read differently.
Result<WebUrl> read_url(std::string_view text);

}  // namespace milepost::net
