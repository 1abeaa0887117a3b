// Which heading of a document stands for which section of the template.
//
// Real documents rename, re-level, re-punctuate, wrap and merge headings. The
// steps below are tried in order; the one that succeeded is kept, so that a
// finding can say how a heading was recognised.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "process/heading_index.h"
#include "text/document.h"

namespace milepost {

enum class MatchStep : std::uint8_t {
  kMissing,
  kExact,
  kLevel,  // same text at another level
  kCase,
  kPunctuation,
  kSuffix,    // "(Optional)" added or left out
  kRename,    // known from the pack or the template's earlier versions
  kBoldItem,  // a list item in bold, as questions once were
  kPrefix,    // the question, with the answer in the heading, or wrapped onto the next line
  kSimilar,
  kMerged,  // one heading for two sections
};

// "matched by case": how a person is told of the step.
std::string_view describe(MatchStep step);

struct Match {
  MatchStep step = MatchStep::kMissing;
  std::uint32_t section = kNone;  // of the document
  std::uint32_t bold = kNone;     // of Document::bold_items(), when step says so or by prefix
  Span heading;                   // of the heading, or the bold text
  // Where its own text begins when not right after the heading (a wrapped
  // question); 0 when it does.
  std::uint32_t text_begin = 0;
  std::uint32_t text_end = 0;  // of a bold item's answer
  bool answered_in_heading = false;

  bool found() const { return step != MatchStep::kMissing; }
};

struct Matching {
  std::vector<Match> sections;  // parallel to the template's
  // Of each of the document's sections the heading_key, a view into the index or
  // into own_keys, and what is known of it.
  std::vector<std::string_view> keys;
  std::vector<const KnownHeading*> known;
  std::unique_ptr<char[]> own_keys;
  std::vector<std::uint32_t> claimed_by;  // document section → template section, or kNone
  std::uint32_t title = kNone;            // the document's section that is its title

  struct Duplicate {
    std::uint32_t pattern;  // the template's section
    std::uint32_t section;  // the document's surplus one
  };
  std::vector<Duplicate> duplicates;

  std::size_t found() const;
};

// The index is that of the template; keep it alive with the result.
Matching match(const Document& document, const HeadingIndex& index);

// For a section that was not found: the heading that may have been meant. It has the words that
// tell the section from others ("Implementation Details" is not "Implementation History"), or the
// whole name and a few words that specify it ("TaskRun Proposal").
struct Meant {
  std::uint32_t section = kNone;  // of the document
  std::uint32_t last = kNone;     // of several at the template's level, the last
};
Meant find_meant(const Document& document, const Matching& matching, const TemplateSection& wanted);

// The heading's text, or "".
std::string_view suggest(const Document& document, const Matching& matching,
                         const TemplateSection& wanted);

}  // namespace milepost
