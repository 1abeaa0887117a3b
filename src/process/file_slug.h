// The name of a file or folder after a proposal's title.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milepost {

// Lower-case words with a hyphen between them, at most `longest` bytes, cut
// between words where it can be. Letters of any alphabet stay; a title without
// letters and digits gives "".
std::string file_slug(std::string_view title, std::size_t longest);

// Whether it can be a part of a path as it is: one name, without blanks, signs
// that shells obey, or a dot in front.
bool is_path_name(std::string_view name);

}  // namespace milepost
