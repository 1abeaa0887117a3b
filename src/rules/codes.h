// Codes of rules whose findings somebody looks for. The registry's rows are made with
// them, so that who asks for one cannot ask for a rule that is not there.
#pragma once

#include <string_view>

namespace milepost::rules {

inline constexpr std::string_view kReviewMissing = "MP501";
inline constexpr std::string_view kReviewUnapproved = "MP503";

}  // namespace milepost::rules
