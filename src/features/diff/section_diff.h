// What changed between two states of a document, by section: sections that came,
// went, were renamed or moved, and the words that changed in the others.
//
// How text is wrapped, comments, tables of contents and markers of lists do not count.
// Text that stands elsewhere, word for word, has moved. The cost is proportional to
// the size of the documents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/word_diff.h"
#include "text/document.h"

namespace milepost::diff {

enum class PartChange : std::uint8_t {
  kChanged,  // some words of it
  kAdded,
  kRemoved,
  kMovedHere,  // from another place
  kMovedAway,
};

// A paragraph, an item, a row of a table or a line of code.
struct SectionHunk {
  PartChange change = PartChange::kChanged;
  std::vector<WordPiece> pieces;   // one of all its words, unless some of them changed
  std::vector<std::string> other;  // of what moved: the path of the section it came from or went to
  std::uint32_t line = 1;          // after the change; before it, of what went
  // Of a line of code, a row of a table and an item of a list: how it begins and the whole of it,
  // after the change; else "".
  std::string lead = {};
  std::string written = {};
};

enum class SectionFate : std::uint8_t { kKept, kAdded, kRemoved };

struct SectionChange {
  SectionFate fate = SectionFate::kKept;
  std::vector<std::string> path;      // titles from the top; none before the first heading
  std::vector<std::string> old_path;  // of one that was kept
  bool renamed = false;
  bool moved = false;
  std::uint32_t line = 1;  // of its heading, after the change; before it, of one that went
  std::vector<SectionHunk> hunks;
};

// In the order of the document after; what went stands where it was. Empty when
// nothing changed.
std::vector<SectionChange> diff_sections(const Document& before, const Document& after);

}  // namespace milepost::diff
