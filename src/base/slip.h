// Whether two words are the same but for a slip of the pen.
#pragma once

#include <cstddef>
#include <string_view>

namespace milepost {

// Equal but for case, or for one letter left out, added, mistaken or swapped with the next.
// Words with fewer letters than `telling` are too near to each other for that: only their case may
// differ.
bool is_one_slip_apart(std::string_view a, std::string_view b, std::size_t telling = 5);

}  // namespace milepost
