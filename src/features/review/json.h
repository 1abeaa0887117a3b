// Reviews as JSON. Included only by the sources that write JSON.
#pragma once

#include "features/review/review.h"
#include "features/review/reviews_given.h"
#include "render/json_value.h"

namespace milepost::review {

Json approvals_json(const ReviewsGiven& given);
// With the hold, which closes gates as they do.
Json concerns_json(const ReviewsGiven& given);
// What was recorded.
Json outcome_json(const ReviewOutcome& outcome);

}  // namespace milepost::review
