// What a condition asks for, said of a proposal that does not have it: "the code is merged" becomes
// "the code is not merged yet", "a lead has opted in" becomes "no lead has opted in yet".
#pragma once

#include <string>
#include <string_view>

namespace milepost {

inline constexpr std::string_view kNotYet = "not yet: ";

// A text whose verb is not known here stands behind kNotYet.
std::string not_yet(std::string_view wanted);

}  // namespace milepost
