// What is wrong with a file's bytes as text: byte order mark, carriage returns,
// NUL, invalid UTF-8, and UTF-8 that was once read as Windows-1252 and saved so.
// Nearly free for ASCII.
#pragma once

#include <string_view>
#include <vector>

#include "text/document.h"

namespace milepost {

void find_encoding_problems(std::string_view text, std::vector<Problem>& problems);

}  // namespace milepost
