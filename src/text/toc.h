// The table of contents of a document: where it stands, and what should stand
// there, byte for byte as the tool mdtoc writes it.
//
// The table lies between the comments `<!-- toc -->` and `<!-- /toc -->` and
// lists the headings after it. A marker counts when its line begins with a
// comment and belongs to no list or quote, and a pair when no heading stands in
// it: so that writing the table changes the table and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/span.h"
#include "text/document.h"

namespace milepost {

inline constexpr int kTocDepth = 5;  // the deepest level listed, unless told otherwise

enum class TocFault : std::uint8_t {
  kFurther,        // another pair after the first
  kUnclosed,       // a beginning without an end
  kUnopened,       // an end without a beginning
  kMisplaced,      // in a line of text, a list, a quote or other HTML
  kHoldsHeadings,  // headings stand between the two: no table, whatever it is
};

// What is wrong, and what to do about it.
std::string_view message(TocFault fault);

struct TocProblem {
  TocFault fault;
  Span span;  // of the marker
};

struct TocPlace {
  Span marker;  // "<!-- toc -->"
  Span table;   // what stands between the markers
};

struct TocMarkers {
  std::optional<TocPlace> first;     // of the pairs that count
  std::vector<TocProblem> problems;  // in document order
};

TocMarkers find_toc(const Document& document);

struct TocEntry {
  const Heading* heading = nullptr;
  std::string line;  // "  - [Goals](#goals)", without a line end
};

// The headings at or after the offset, as deep as `depth`.
std::vector<TocEntry> toc_entries(const Document& document, std::uint32_t from,
                                  int depth = kTocDepth);

// Whether the entries stand there, white space around them and kinds of line
// ends not minded.
bool is_current(const Document& document, const TocPlace& place,
                const std::vector<TocEntry>& entries);

// Makes the table hold the entries.
Edit write_toc(const Document& document, const TocPlace& place,
               const std::vector<TocEntry>& entries);

// Makes the first table list what it should; nothing when it does, or there is none.
std::optional<Edit> current_toc(const Document& document);

// Adds markers and a table before a section.
Edit add_toc(const Document& document, std::uint32_t section, int depth = kTocDepth);

}  // namespace milepost
