// Bringing two texts together that come from a third: a merge line by line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

// Where both have changed the same lines, and differ.
struct LineConflict {
  std::string base, one, other;
  friend bool operator==(const LineConflict&, const LineConflict&) = default;
};

struct LineMerge {
  std::string text;
  std::vector<LineConflict> conflicts;
};

enum class MergeSide : std::uint8_t { kOne, kOther };

// What one of them changed is taken, and what both added at one place stands there twice,
// that of `one` first. In a conflict the text has what `right` says.
LineMerge merge_lines(std::string_view base, std::string_view one, std::string_view other,
                      MergeSide right);

}  // namespace milepost
