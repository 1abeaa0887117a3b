// Applying edits to a text: bytes outside the spans stay as they are.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"

namespace milepost {

// How the lines of a text end: as its first one does.
std::string_view line_end_of(std::string_view text);

struct Splice {
  std::string text;
  std::vector<std::size_t> left;  // the groups not applied, ascending
};

// Applies each group, the edits of one Fix, whole or not at all; all spans refer
// to `text` as it is given. A group is left when it overlaps one taken before it,
// or itself, or reaches past the text: it is for a next round, found anew there.
//
// Spans that touch do not overlap: what is inserted where a replaced span begins
// stands before its new text. Insertions at one place keep their order. Equal
// edits count once, so two rules may ask for the same.
Splice splice(std::string_view text, std::span<const std::vector<Edit>> groups);

}  // namespace milepost
