// Where the lines of a text begin, and what kinds of bytes it has: found in one
// pass, because every file that is read goes through it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace milepost {

struct ByteKinds {
  bool control = false;  // any byte below the space but LF
  bool nul = false;
  bool carriage_return = false;
  bool beyond_ascii = false;
};

struct LineIndex {
  // Lines end with LF, CRLF or a lone CR. A final line end does not begin
  // another line; an empty text has none.
  std::vector<std::uint32_t> begins;
  ByteKinds kinds;
};

LineIndex index_lines(std::string_view text);

}  // namespace milepost
