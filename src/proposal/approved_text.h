// The text an approval is about, section by section, so that a later change to it is
// noticed, and one elsewhere does no harm.
//
// It is what a reader sees: the words, what they stand in (a heading, a list, code, a link to
// somewhere), and answers given by ticks. Comments, the lines of a table of contents, other
// ticks and white space do not count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"
#include "proposal/text_change.h"

namespace milepost {

struct CoveredSection {
  std::string title;  // with those above it: "Design Details › Test Plan"; each stands once
  std::string words;  // what it says, apart from what stands below it in sections of its own
  std::string shape;  // the same with its markup, as HTML without white space
};

// The last one tells in which order the others stand.
inline constexpr std::string_view kOrderOfSections = "order of sections";

// Those that stand below the titles of the template, or all when there are no titles; then
// what a living section says itself is left out, not what stands below it. In the order of the
// document.
std::vector<CoveredSection> covered_text(const Process& process, const JudgedText& text,
                                         const std::vector<std::string>& titles);

// The fields of the metadata that gates ask for, other than those that a move itself changes:
// "metadata › title".
std::vector<CoveredSection> covered_fields(const Process& process, const JudgedText& text);

// The titles of sections that say something else, are new or gone.
std::vector<std::string> changed_sections(const std::vector<CoveredSection>& before,
                                          const std::vector<CoveredSection>& after);

// What the approvals of a role are about: the role says it, else the review it gives.
const std::vector<std::string>& answers_for(const Process& process, const Role& role);

}  // namespace milepost
