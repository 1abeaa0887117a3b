// The first lines of an answer, as they go over the wire.
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace milepost::web {

struct WireOptions {
  bool keep_alive = true;
  bool head_only = false;  // of HEAD: the length of a body that is not sent
  bool chunked = false;    // of a stream
  bool old = false;        // HTTP/1.0 asked
  std::string_view id = {};
};

std::string response_head(const http::Response& response, const WireOptions& options);
std::string_view reason_of(int status);  // "Not Found"

}  // namespace milepost::web
