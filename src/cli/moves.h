// What the verbs share that ask who somebody is, or what time it is.
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
inline constexpr Option kAsOfOption{"--as-of", "", "DATE",
                                    "as the repository was on this day, yyyy-mm-dd, from git"};

// The day of an option; nothing when it is not given.
tl::expected<std::optional<Date>, Complaint> day_of(const Arguments& arguments,
                                                    std::string_view option);

// The time of --now, else the clock's.
tl::expected<Instant, Complaint> moment_of(const Arguments& arguments);

// --as, else MILEPOST_AS, else "".
std::string identity_of(const Arguments& arguments);

// What is wrong with --release, if anything.
std::optional<Complaint> wrong_release(std::string_view release);

}  // namespace milepost
