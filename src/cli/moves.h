// What the verbs that ask about moves, or make them, share.
#pragma once

#include <optional>
#include <string>

#include "base/instant.h"
#include "cli/console.h"
#include "cli/options.h"

namespace milepost {

inline constexpr Option kAsOption{"--as", "", "HANDLE",
                                  "who you are (MILEPOST_AS; git's milepost.handle)"};
inline constexpr Option kNowOption{"--now", "", "TIME",
                                   "judge as if it were this day or instant, 2026-01-31 or "
                                   "2026-01-31T12:00:00Z"};

// The time of --now, else the clock's.
tl::expected<Instant, Complaint> moment_of(const Arguments& arguments);

// A handle without its @; "" when nobody has said who they are.
std::string handle_of(const Arguments& arguments);

// What is wrong with a handle, if anything.
std::optional<Complaint> wrong_handle(std::string_view handle);

// What is wrong with --release, if anything.
std::optional<Complaint> wrong_release(std::string_view release);

}  // namespace milepost
