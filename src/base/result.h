// Result<T>: what a call that asks something of the world gives back. An Error
// says what failed, and each caller on the way up adds what it was doing.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace milepost {

struct Error {
  std::string message;

  // "reading x: " + message: the outermost task stands first.
  Error within(const std::string& doing) && { return {doing + ": " + std::move(message)}; }
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}

}  // namespace milepost
