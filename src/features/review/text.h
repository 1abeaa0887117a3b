// What the record has of a proposal's reviews, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/review/reviews_given.h"

namespace milepost::review {

// A line each: the hold, concerns, approvals with what became of them.
std::vector<std::string> review_lines(const ReviewsGiven& given);
// In short, approvals for one stage.
std::vector<std::string> approvals_for(const ReviewsGiven& given, std::string_view stage);

}  // namespace milepost::review
