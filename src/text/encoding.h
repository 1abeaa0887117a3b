// What is wrong with a file's bytes as text: byte order mark, carriage returns,
// NUL, invalid UTF-8, and UTF-8 that was once read as Windows-1252 and saved so.
// Free for ASCII.
#pragma once

#include <vector>

#include "base/source.h"
#include "text/document.h"

namespace milepost {

void find_encoding_problems(const Source& source, std::vector<Problem>& problems);

}  // namespace milepost
