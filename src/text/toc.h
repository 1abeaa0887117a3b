// The table of contents of a document: where it stands, and what should stand
// there, byte for byte as the tool mdtoc writes it.
//
// The table lies between the comments `<!-- toc -->` and `<!-- /toc -->` and
// lists the headings after it. A marker counts when its line begins with a
// comment and belongs to no list or quote, and a pair when no heading stands in
// it: so that writing the table changes the table and nothing else.
//
// Which headings and markers count is CommonMark's to say, or mdtoc's own where a
// process has mdtoc check its tables (`toc: mdtoc`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/span.h"
#include "text/document.h"
#include "text/toc_style.h"

namespace milepost {

inline constexpr int kTocDepth = 5;  // the deepest level listed, unless told otherwise
inline constexpr int kDeepestHeading = 6;

enum class TocFault : std::uint8_t {
  kFurther,        // another pair after the first
  kUnclosed,       // a beginning without an end
  kUnopened,       // an end without a beginning
  kMisplaced,      // in a line of text, a list, a quote or other HTML
  kHoldsHeadings,  // headings stand between the two: no table, whatever it is
  kHoldsText,      // mdtoc would write over text that is no table
  kConflict,       // a merge conflict stands in the document
};

// What is wrong, and what to do about it.
std::string_view message(TocFault fault);

struct TocProblem {
  TocFault fault;
  Span span;  // of the marker
};

struct TocPlace {
  Span marker;           // "<!-- toc -->"
  Span table;            // what stands between the markers
  Span closing;          // "<!-- /toc -->"
  bool respelt = false;  // mdtoc does not know the markers as they are written
};

struct TocMarkers {
  std::optional<TocPlace> first;     // of the pairs that count
  std::vector<TocProblem> problems;  // in document order
};

TocMarkers find_toc(const Document& document, TocStyle style = TocStyle::kCommonMark);

bool holds_headings(const Document& document, Span span);

struct TocEntry {
  std::uint32_t at = 0;  // in the heading
  std::string text;      // the heading's
  std::string line;      // "  - [Goals](#goals)", without a line end
};

// The headings at or after the offset, as deep as `depth`. Those that readers see
// where mdtoc fails on the text.
std::vector<TocEntry> toc_entries(const Document& document, std::uint32_t from,
                                  int depth = kTocDepth, TocStyle style = TocStyle::kCommonMark);

// Whether the entries stand there, white space around them not minded, nor kinds
// of line ends; mdtoc minds those.
bool is_current(const Document& document, const TocPlace& place,
                const std::vector<TocEntry>& entries, TocStyle style = TocStyle::kCommonMark);

// The first table of a document and what it should list. Read when first asked for, and
// once: an object is for one thread at a time.
class TocReader {
 public:
  TocReader(const Document& document, TocStyle style) : document_(&document), style_(style) {}

  const TocMarkers& markers() const;
  // What the first table should list; none without a table.
  const std::vector<TocEntry>& entries() const;
  bool mdtoc_fails() const;  // where it checks the table; the entries are then readers'

 private:
  struct Listed {
    std::vector<TocEntry> entries;
    bool fails = false;
  };
  const Listed& listed() const;

  const Document* document_;
  TocStyle style_;
  mutable std::optional<TocMarkers> markers_;
  mutable std::optional<Listed> listed_;
};

// Makes the table hold the entries.
Edit write_toc(const Document& document, const TocPlace& place,
               const std::vector<TocEntry>& entries, TocStyle style = TocStyle::kCommonMark);

// Makes the first table list what it should; nothing when it does, or there is none.
std::optional<Edit> current_toc(const Document& document, TocStyle style);

// Adds markers and a table before a section.
Edit add_toc(const Document& document, std::uint32_t section,
             TocStyle style = TocStyle::kCommonMark);

}  // namespace milepost
