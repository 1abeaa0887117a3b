// MP213 section-drift: newer versions of the template ask for sections that the
// proposal's own version did not have. One finding for all of them.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_drift(const RuleInput& in, Sink& sink) {
  if (is_closed(in)) return;
  std::vector<std::string_view> titles;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.need != Need::kDrift || !in.judgement.missing(t)) continue;
    // A questionnaire answered in one text has no use for further questions.
    if (verdict.covered_by != kNone) continue;
    titles.push_back(in.judgement.wanted(t).title);
  }
  if (titles.empty()) return;
  const TemplateVersion& version = in.judgement.kind->lineage.versions[in.judgement.version];
  sink.report(in.proposal.document.source(), title_place(in),
              fmt::format("written for the template of {}; newer ones also ask for {}",
                          to_string(version.date), listed(titles)))
      .section = titles.front();
}

}  // namespace milepost
