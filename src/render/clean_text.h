// Text of which a page can be made: UTF-8 without control characters.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

// Bytes that are no UTF-8, control characters other than white space and code points that are no
// characters become U+FFFD, each of them.
std::string clean_text(std::string_view text);

}  // namespace milepost
