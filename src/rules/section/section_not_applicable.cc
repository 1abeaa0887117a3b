// MP210 section-not-applicable: many sections that are due answer "N/A". That is an
// answer, and for one or two an evident one; of many a reviewer may want to know why.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_not_applicable(const RuleInput& in, Sink& sink) {
  constexpr std::size_t kMany = 4;
  std::vector<std::size_t> found;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.need == Need::kDue && verdict.fill == Fill::kNotApplicable) found.push_back(t);
  }
  if (found.size() < kMany) return;
  const Source& source = in.proposal.document.source();
  std::vector<std::string_view> titles;
  for (const std::size_t t : found) titles.push_back(in.judgement.wanted(t).title);
  sink.report(source, in.judgement.sections[found.front()].fill_at,
              fmt::format("{} sections do not apply, among them {}; a word on why helps "
                          "their reviewers",
                          found.size(), listed({titles.begin(), titles.begin() + 2})))
      .section = titles.front();
}

}  // namespace milepost
