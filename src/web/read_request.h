// A request as it comes from a connection: which bytes are taken for one, and what is said of the
// others.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "http/message.h"
#include "web/metrics.h"

namespace milepost::web {

inline constexpr std::size_t kFirstRead = 4 * 1024;  // most requests are smaller

using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

// A request that the parser gave up on.
struct BadRequest {
  int status;
  Refusal why;
  std::string_view message;
};

// The other end has closed, or was let go: there is nobody to answer.
bool is_gone(const boost::system::error_code& error);

BadRequest bad_request(const boost::system::error_code& error);
// What is well formed, yet refused: whatever two programs in a row might understand differently.
std::optional<BadRequest> odd_request(const Parser::value_type& message);

// Without its body.
http::Request read_request(const Parser::value_type& message, http::Method method);
// As much of a request as can be told of one that was given up.
http::Request read_begun(const Parser::value_type& message, const boost::beast::flat_buffer& rest);

}  // namespace milepost::web
