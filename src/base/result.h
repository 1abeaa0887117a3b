// Result<T>: what a call that asks something of the world gives back. An Error
// says what failed, and each caller on the way up adds what it was doing.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

namespace milepost {

// Whose turn it is now. Front ends tell their callers by a status (features/common/route.h).
enum class ErrorKind : std::uint8_t {
  kRefused,      // what was asked cannot be done as things are
  kNotFound,     // there is no such thing
  kForbidden,    // this person may not
  kConflict,     // somebody else was quicker, or it is done already
  kUnavailable,  // a database or file does not answer: it may work later
};

struct Error {
  std::string message;
  ErrorKind kind = ErrorKind::kRefused;

  // "reading x: " + message: the outermost task stands first.
  Error within(const std::string& doing) && { return {doing + ": " + std::move(message), kind}; }
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message, ErrorKind kind = ErrorKind::kRefused) {
  return tl::unexpected<Error>(Error{std::move(message), kind});
}

// The result, with what was being done before its error.
template <typename T>
Result<T> within(const std::string& doing, Result<T> result) {
  if (!result) result.error() = std::move(result.error()).within(doing);
  return result;
}

}  // namespace milepost

// TRY(const auto plan, make_plan(options)); declares `plan` from what a fallible call gives, or
// returns the call's error. TRY(options.plan, make_plan(options)); sets what is declared already,
// TRY(write(plan)); is for a Result<void>.
//
// What the call gives by value is moved out; with `const auto&` it stays where it is, until the end
// of the block. A call that gives a reference to a Result is only read. Write `TRY` as a statement
// of a block, not under an `if` without braces; a comma outside parentheses needs a pair of them.
#define TRY(...) \
  MILEPOST_TRY_PICK(__VA_ARGS__, MILEPOST_TRY_VALUE, MILEPOST_TRY_VOID, )(__VA_ARGS__)

#define MILEPOST_TRY_PICK(one, two, macro, ...) macro
#define MILEPOST_TRY_VALUE(variable, call) \
  MILEPOST_TRY_DECLARE(MILEPOST_TRY_JOIN(tried_, __COUNTER__), variable, call)
#define MILEPOST_TRY_VOID(call) MILEPOST_TRY_RUN(MILEPOST_TRY_JOIN(tried_, __COUNTER__), call)
#define MILEPOST_TRY_JOIN(name, number) MILEPOST_TRY_JOINED(name, number)
#define MILEPOST_TRY_JOINED(name, number) name##number

// A declared name cannot stand in parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define MILEPOST_TRY_DECLARE(tried, variable, call)                                  \
  auto&& tried = (call);                                                             \
  if (!(tried)) return tl::unexpected(std::forward<decltype(tried)>(tried).error()); \
  variable = *std::forward<decltype(tried)>(tried)

#define MILEPOST_TRY_RUN(tried, call)                                                        \
  do {                                                                                       \
    auto&& tried = (call);                                                                   \
    static_assert(std::is_void_v<typename std::remove_cvref_t<decltype(tried)>::value_type>, \
                  "name what the call gives: TRY(const auto x, call)");                      \
    if (!(tried)) return tl::unexpected(std::forward<decltype(tried)>(tried).error());       \
  } while (false)
// NOLINTEND(bugprone-macro-parentheses)
