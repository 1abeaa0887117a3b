// Reads lines of a stream of any length, one at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace milepost {

class LineReader {
 public:
  // Of an open descriptor, which outlives this. A longer line is an error.
  LineReader(int descriptor, std::size_t longest) : descriptor_(descriptor), longest_(longest) {}

  // The next line without its end, there until the next call; nothing after the last.
  Result<std::optional<std::string_view>> next();

 private:
  int descriptor_;
  std::size_t longest_;
  std::string bytes_;
  std::size_t at_ = 0;  // where the next line begins
  bool ended_ = false;
};

}  // namespace milepost
