#include "features/review/approved_part.h"

#include <algorithm>

#include "proposal/approved_text.h"

namespace milepost::review {

std::string approved_markdown(const Process& process, const JudgedText& text, const Role& role) {
  const Document& document = text.proposal.document;
  const std::string_view bytes = document.source().text();
  const std::vector<std::string>& titles = answers_for(process, role);
  const auto& claimed_by = text.judgement.matching.claimed_by;
  std::string part;
  std::uint32_t until = 0;  // sections below one that is taken are in it
  for (std::uint32_t s = 0; s < document.sections().size(); ++s) {
    const Section& section = document.sections()[s];
    const bool known = s < claimed_by.size() && claimed_by[s] != kNone;
    const bool wanted =
        known &&
        std::ranges::find(titles, text.judgement.wanted(claimed_by[s]).title) != titles.end();
    if (s < until || !wanted) continue;
    part += bytes.substr(section.span.begin, section.span.end - section.span.begin);
    part += "\n\n";
    until = section.end_section;
  }
  // Without titles, or where none of them is there, all of it is meant.
  if (!part.empty()) return part;
  const auto& sections = document.sections();
  return std::string(sections.empty() ? bytes : bytes.substr(sections.front().span.begin));
}

}  // namespace milepost::review
