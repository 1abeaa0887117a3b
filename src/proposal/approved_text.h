// The text an approval is about, section by section, so that a later change to it is
// noticed, and one elsewhere does no harm.
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
};

// Those that stand below the titles of the template, or all but the living ones when
// there are no titles. In the order of the document.
std::vector<CoveredSection> covered_text(const Process& process, const JudgedText& text,
                                         const std::vector<std::string>& titles);

// What the approvals of a role are about: the role says it, else the review it gives.
const std::vector<std::string>& answers_for(const Process& process, const Role& role);

}  // namespace milepost
