// Which lines two texts have in common, in order: what a difference or a merge
// keeps in place.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace milepost {

struct LinePair {
  std::uint32_t old_line = 0;  // from 0
  std::uint32_t new_line = 0;
  friend constexpr bool operator==(LinePair, LinePair) = default;
};

// The lines of a text, each with its LF; only the last may lack one.
std::vector<std::string_view> split_lines(std::string_view text);

// Pairs of equal lines, ascending on both sides. Lines found once on each side
// are paired first, so that a section that moved or grew stays in one piece;
// between them there are as many pairs as can be, or nearly so where the texts
// differ much: time grows in proportion to their size whatever they hold.
std::vector<LinePair> common_lines(std::span<const std::string_view> old_lines,
                                   std::span<const std::string_view> new_lines);

}  // namespace milepost
