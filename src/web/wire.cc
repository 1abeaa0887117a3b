#include "web/wire.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost::web {

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 428: return "Precondition Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return status < 400 ? "OK" : "Error";
  }
}

namespace {

// A value with a line end would be two headers.
void append_header(std::string& head, std::string_view name, std::string_view value) {
  head += name;
  head += ": ";
  std::ranges::replace_copy_if(
      value, std::back_inserter(head),
      [](char c) { return (c >= '\0' && c < ' ' && c != '\t') || c == 0x7f; }, ' ');
  head += "\r\n";
}

}  // namespace

std::string response_head(const http::Response& response, const WireOptions& options) {
  std::string head;
  head.reserve(1024);
  head += fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason_of(response.status));
  const bool no_body = response.status == 204 || response.status == 304;
  if (!response.type.empty() && !no_body) append_header(head, "Content-Type", response.type);
  if (options.chunked) {
    head += "Transfer-Encoding: chunked\r\n";
  } else if (!no_body) {
    const std::size_t length = response.body ? response.body->size() : 0;
    head += fmt::format("Content-Length: {}\r\n", length);
  }
  if (!response.etag.empty()) append_header(head, "ETag", response.etag);
  for (const auto& [name, value] : response.headers) append_header(head, name, value);
  if (!options.id.empty()) append_header(head, "X-Request-Id", options.id);
  if (!options.keep_alive) {
    head += "Connection: close\r\n";
  } else if (options.old) {
    head += "Connection: keep-alive\r\n";
  }
  head += "\r\n";
  return head;
}

}  // namespace milepost::web
