// MP211 section-merged: one heading stands for several sections of the template,
// or one text for all questions of a questionnaire.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
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
  const bool any = std::ranges::any_of(in.judgement.sections, [](const SectionVerdict& verdict) {
    return verdict.covered_by != kNone;
  });
  for (std::size_t t = 0; any && t < in.judgement.sections.size(); ++t) {
    std::vector<std::size_t> covered;
    for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
      if (in.judgement.sections[below].covered_by == t) covered.push_back(below);
    }
    if (!in.judgement.wanted(t).questionnaire) continue;  // it was said by name, or does not apply
    if (covered.empty() || in.judgement.sections[t].need != Need::kDue) continue;
    if (denies_briefly(in, static_cast<std::uint32_t>(t))) continue;  // it waives the questions
    const Match& match = in.judgement.matching.sections[t];
    sink.report(document.source(), first_line(document.source(), match.heading),
                fmt::format("\"{}\" answers {} in one text", in.judgement.wanted(t).title,
                            few_listed(in.judgement.pattern(), std::move(covered))))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
