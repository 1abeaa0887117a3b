// Merge conflicts that git left in a file for a person to settle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"
#include "text/document.h"

namespace milepost {

// Lines count from 0. A side holds the lines between two markers, and may hold none.
struct MergeConflict {
  std::uint32_t first = 0;  // the line `<<<<<<<`
  std::uint32_t middle = 0;
  std::uint32_t last = 0;  // the line `>>>>>>>`
  std::uint32_t ours = 0;  // where our side ends: the line `|||||||`, else the middle
  bool whole = false;      // all markers are there; else only `first` is known
};

std::vector<MergeConflict> find_conflicts(const Source& source);

// A sentence with the lines of both sides.
std::string describe(const MergeConflict& conflict);

// In a block of code: a document on merging may show one.
bool is_shown(const Document& document, const MergeConflict& conflict);

// Whether a conflict is left that is not shown.
bool is_in_conflict(const Document& document);

// Whether a conflict begins before the offset, so that what is wrong there is its doing.
bool is_after_conflict(const Source& source, std::uint32_t offset);

}  // namespace milepost
