// What people come to do. Help puts the verbs under these headings.
#pragma once

#include <string_view>

namespace milepost {

inline constexpr std::string_view kWriting = "write and check";
inline constexpr std::string_view kFinding = "find and read";
inline constexpr std::string_view kReviewing = "review and move";
inline constexpr std::string_view kTracking = "follow the work in a tracking issue";
inline constexpr std::string_view kReleasing = "run a release";
inline constexpr std::string_view kComparing = "look back and compare";
inline constexpr std::string_view kPreparing = "set up a process";
inline constexpr std::string_view kUpkeep = "look after milepost";

}  // namespace milepost
