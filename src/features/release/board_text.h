// The cells of a board, for every format that has some.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/release/board.h"

namespace milepost::release {

std::string number_text(const ReleaseEntry& entry);   // "140*"
std::string title_text(const ReleaseEntry& entry);    // with where it is not merged from
std::string step_text(const ReleaseEntry& entry);     // "alpha → beta"
std::string state_text(const ReleaseEntry& entry);    // "exception until 2027-06-05"
std::string freeze_marks(const ReleaseEntry& entry);  // one for each freeze that has a date
// "PRR freeze in 6 days: 3 sections, no production-readiness review"
std::string missing_text(const ReleaseEntry& entry, Instant now);

// The marks that a board shows, each with its meaning.
std::vector<std::pair<std::string_view, std::string_view>> marks_in(const Board& board);

}  // namespace milepost::release
