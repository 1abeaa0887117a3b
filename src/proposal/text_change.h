// What a change does to the text of a proposal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"
#include "base/span.h"
#include "process/process.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"

namespace milepost {

// The lines of a file that a change took away and brought.
struct LineChanges {
  std::vector<bool> removed;  // of the file before
  std::vector<bool> added;    // of the file after

  bool any() const;
  // Whether a line of the span, in the file after, is new.
  bool touch(const Source& after, Span span) const;
};

// Null stands for a file that is not there.
LineChanges compare_lines(const Source* before, const Source* after);

// A proposal with what it was judged to be.
struct JudgedText {
  const Proposal& proposal;
  const Judgement& judgement;
};

// A change of what the text says. It is compared word by word, so that lines
// wrapped anew count as they were; comments, ticks and tables of contents do not
// count at all.
struct TextChange {
  std::size_t lines = 0;  // that hold a changed word, before or after, whichever are more
  std::size_t of = 0;     // lines there were
  Span at;                // the first one in the document after
  std::vector<std::string> sections;  // of the document after that it is in, in order

  bool any() const { return lines > 0; }
};

// Of all but the sections that the process lets live on.
TextChange compare_lasting_text(const Process& process, const JudgedText& before,
                                const JudgedText& after);
// Of the named sections of the template, with all below them.
TextChange compare_sections(const std::vector<std::string>& titles, const JudgedText& before,
                            const JudgedText& after);

// Of each line the one that it was before; kNone for new ones.
std::vector<std::uint32_t> former_lines(const Source& before, const Source& after);

// Where the template's section of that title stands, with all below it; empty when
// it is not there.
Span section_span(const JudgedText& text, std::string_view title);

}  // namespace milepost
