// Where the lines of a text begin, and what kinds of bytes it has: found in one
// pass, because every file that is read goes through it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace milepost {

struct ByteKinds {
  bool nul = false;
  bool carriage_return = false;
  bool control = false;  // any other below the space but LF, and DEL; tabs too
  bool beyond_ascii = false;

  // Nothing but printable ASCII and LF.
  bool plain() const { return !nul && !carriage_return && !control && !beyond_ascii; }
};

struct LineIndex {
  // Lines end with LF, CRLF or a lone CR. A final line end does not begin
  // another line; an empty text has none.
  std::vector<std::uint32_t> begins;
  ByteKinds kinds;
};

LineIndex index_lines(std::string_view text);

}  // namespace milepost
