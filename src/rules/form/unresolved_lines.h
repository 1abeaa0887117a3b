// The lines on which blocks under debate begin: what stands on one line is told once.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "text/document.h"

namespace milepost {

// Of all blocks that readers see, or of those that are not written well.
inline std::unordered_set<std::uint32_t> unresolved_lines(const Document& document,
                                                          bool malformed) {
  std::unordered_set<std::uint32_t> lines;
  for (const Unresolved& block : document.unresolved()) {
    if (block.hidden || block.open.empty() || (malformed && !block.malformed)) continue;
    lines.insert(document.source().line_at(block.open.begin));
  }
  return lines;
}

}  // namespace milepost
