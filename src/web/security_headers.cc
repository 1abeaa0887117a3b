#include "web/security_headers.h"

#include <string>

namespace milepost::web {

void add_security_headers(http::Response& response, bool secure) {
  constexpr std::pair<std::string_view, std::string_view> kHeaders[] = {
      {"Content-Security-Policy", kContentPolicy},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Vary", "Accept, Authorization, Cookie"},
  };
  for (const auto& [name, value] : kHeaders) {
    if (!response.headers.has(name)) response.headers.add(std::string(name), std::string(value));
  }
  if (secure && !response.headers.has("Strict-Transport-Security")) {
    response.headers.add("Strict-Transport-Security", "max-age=31536000");
  }
}

http::Response not_modified(const http::Response& response) {
  http::Response same;
  same.status = 304;
  same.type = "";
  same.headers = response.headers;
  same.etag = response.etag;
  return same;
}

}  // namespace milepost::web
