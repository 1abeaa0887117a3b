// The source line a finding points into, and where the carets under it go.
//
// Everything is measured in terminal columns. The text is safe to print: control
// characters are escaped, tabs are spaces, and a long line is cut around the span.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace milepost {

// A narrower terminal has its lines cut.
inline constexpr std::uint32_t kLeastColumns = 40;

struct Excerpt {
  std::uint32_t line = 1;    // from 1
  std::string text;          // at most as wide as asked
  std::uint32_t indent = 0;  // columns before the first caret
  std::uint32_t carets = 1;
};

// A span over several lines is marked on its first. None for an empty file.
// Costs no more than the width, however long the line is.
std::optional<Excerpt> excerpt(const Source& source, Span span, std::uint32_t width);

// Breaks the text at spaces into lines of at most `first` and then `rest`
// columns. A longer word has a line of its own. Never empty.
std::vector<std::string> wrap(std::string_view text, std::uint32_t first, std::uint32_t rest);

}  // namespace milepost
