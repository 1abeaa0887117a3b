// What the record has of a proposal's reviews, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/review/reviews_given.h"

namespace milepost::review {

// A line each: the hold, concerns, approvals with what became of them. With `but_stage`, only what
// the gate to that stage does not tell: what is open, and approvals for it, are left out.
std::vector<std::string> review_lines(const ReviewsGiven& given, std::string_view but_stage = {});

}  // namespace milepost::review
