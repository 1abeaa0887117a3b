// Links on a terminal (OSC 8): a path that opens its file when it is clicked.
//
// A link takes no room. What is shown is measured, wrapped and cut first, and linked last.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace milepost {

struct FileLinks {
  std::string prefix = {};  // "file://host"; "" where nothing is linked
  std::string line = {};    // what stands before the number of a line; "" where none is named
  std::string folder = {};  // that paths are relative to, absolute

  // The words, which lead to a line of the file; 0: to the file.
  std::string link(std::string_view path, std::uint32_t line_number, std::string_view shown) const;
};

// The text without its links: for what does not know them.
std::string without_links(std::string_view text);

}  // namespace milepost
