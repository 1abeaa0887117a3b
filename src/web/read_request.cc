#include "web/read_request.h"

#include <algorithm>

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>

#include "base/strings.h"

namespace milepost::web {

namespace asio = boost::asio;
namespace beast = boost::beast;

bool is_gone(const boost::system::error_code& error) {
  return error == beast::http::error::end_of_stream ||
         error == beast::http::error::partial_message || error == asio::error::eof ||
         error == asio::error::operation_aborted || error == asio::error::connection_reset ||
         error == asio::ssl::error::stream_truncated;
}

BadRequest bad_request(const boost::system::error_code& error) {
  if (error == beast::http::error::header_limit) {
    return {431, Refusal::kTooLarge, "the header is too large"};
  }
  if (error == beast::http::error::body_limit) {
    return {413, Refusal::kTooLarge, "the body is too large"};
  }
  if (error == beast::error::timeout) {
    return {408, Refusal::kTooSlow, "the request did not arrive in time"};
  }
  if (error == beast::http::error::bad_version) {
    return {505, Refusal::kMalformed, "HTTP/1.1 is spoken here"};
  }
  return {400, Refusal::kMalformed, "this is no request of HTTP/1.1"};
}

std::optional<BadRequest> odd_request(const Parser::value_type& message) {
  namespace fields = beast::http;
  const auto refused = [](std::string_view why) {
    return BadRequest{400, Refusal::kMalformed, why};
  };
  const bool encoded = message.count(fields::field::transfer_encoding) > 0;
  if (encoded && message.count(fields::field::content_length) > 0) {
    return refused("the length of the body is given twice");
  }
  for (const auto once : {fields::field::content_length, fields::field::transfer_encoding,
                          fields::field::host, fields::field::authorization}) {
    if (message.count(once) > 1) return refused("a header that is there once is there twice");
  }
  if (encoded && !beast::iequals(message[fields::field::transfer_encoding], "chunked")) {
    return refused("the body is encoded in a way that is not known here");
  }
  const auto length = message[fields::field::content_length];
  if (std::ranges::any_of(length, [](char c) { return c < '0' || c > '9'; })) {
    return refused("the length of the body is no number");
  }
  const auto host = message[fields::field::host];
  if (message.version() > 10 && host.empty()) return refused("there is no Host");
  // It is what links lead to that are made of it.
  constexpr std::string_view kOfHost = "-._~[]:%";
  if (std::ranges::any_of(host, [&](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !letter && (c < '0' || c > '9') && kOfHost.find(c) == kOfHost.npos;
      })) {
    return refused("the Host is no name of one");
  }
  const auto expected = message[fields::field::expect];
  if (!expected.empty() && !beast::iequals(expected, "100-continue")) {
    return BadRequest{417, Refusal::kMalformed, "what is expected cannot be met"};
  }
  return std::nullopt;
}

http::Request read_request(const Parser::value_type& message, http::Method method) {
  http::Request request;
  request.method = method;
  request.target = std::string(message.target());
  for (const auto& field : message) {
    request.headers.add(
        lower(std::string_view(field.name_string().data(), field.name_string().size())),
        std::string(field.value()));
  }
  return request;
}

http::Request read_begun(const Parser::value_type& message, const beast::flat_buffer& rest) {
  auto request =
      read_request(message, http::method_named(std::string_view(message.method_string())));
  if (!request.target.empty()) return request;
  // Its first line did not come to an end.
  const std::string_view bytes(static_cast<const char*>(rest.data().data()), rest.size());
  const auto [method, target] = cut(bytes.substr(0, kFirstRead), ' ');
  const std::string_view path = target.substr(0, target.find_first_of("? \r\n"));
  const bool plain = path.starts_with('/') &&
                     std::ranges::all_of(path, [](char c) { return c > ' ' && c < 0x7f; });
  if (!plain) return request;
  request.method = http::method_named(method);
  request.target = std::string(path);
  return request;
}

}  // namespace milepost::web
