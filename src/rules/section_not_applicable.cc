// MP210 section-not-applicable: a section that is due answers "N/A". That is an
// answer; a reviewer may want to know why.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_not_applicable(const RuleInput& in, Sink& sink) {
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.need != Need::kDue || verdict.fill != Fill::kNotApplicable) continue;
    sink.report(in.proposal.document.source(), verdict.fill_at,
                fmt::format("\"{}\" is said not to apply; a word on why helps its reviewers",
                            path_of(in.judgement.pattern(), t)))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
