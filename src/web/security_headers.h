// The headers that every answer has, so that nothing of it is taken for what it is not.
#pragma once

#include <string_view>

#include "http/message.h"

namespace milepost::web {

// No script, style or frame but our own files, and forms that are sent here alone.
inline constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

// Adds those that the handler has not set.
void add_security_headers(http::Response& response, bool secure);

// 304: what the client has is still what it would get.
http::Response not_modified(const http::Response& response);

}  // namespace milepost::web
