// Finding the file of a proposal's review, and writing into it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "proposal/facts.h"

namespace milepost {

// The proposal's file of this review; nullptr when there is none.
const ReviewFile* find_review(const Facts& facts, const Card& card, const Review& review);

// The text of a file that begins with one stage. No approver ("") asks for one.
std::string new_review(const Review& review, std::string_view number, std::string_view stage,
                       std::string_view approver);

// The file's text with the stage's approver set. Fails when it cannot be changed
// safely.
Result<std::string> with_approver(const ReviewFile& file, std::string_view stage,
                                  std::string_view approver);

}  // namespace milepost
