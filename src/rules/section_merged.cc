// MP211 section-merged: one heading stands for two sections of the template.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_merged(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  std::uint32_t said = kNone;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const Match& match = in.judgement.matching.sections[t];
    if (match.step != MatchStep::kMerged || match.section == said) continue;
    said = match.section;
    std::vector<std::string_view> titles;
    for (std::size_t other = 0; other < in.judgement.sections.size(); ++other) {
      if (in.judgement.matching.sections[other].section == said) {
        titles.push_back(in.judgement.wanted(other).title);
      }
    }
    const Heading& heading = document.heading_of(document.sections()[match.section]);
    sink.report(document.source(), first_line(document.source(), heading.span),
                fmt::format("\"{}\" is taken for {}", heading.text, listed(titles)))
        .section = titles.front();
  }
}

}  // namespace milepost
