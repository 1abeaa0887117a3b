// The difference of two texts, as `git apply` and `patch -p1` take it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace milepost {

// The hunks that turn one text into the other, with three lines around each
// change; empty for equal texts. No text at all, as opposed to an empty one,
// stands for a file that is not there: it is created or deleted.
//
// Lines end with LF; a CR before it belongs to the line. The path is relative,
// and quoted as git does it when it holds odd bytes.
std::string unified_diff(std::optional<std::string_view> old_text,
                         std::optional<std::string_view> new_text, std::string_view path);

}  // namespace milepost
