// MP202 section-placeholder: a section that is due says only "TBD" or still
// holds the template's placeholders.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_placeholder(const RuleInput& in, Sink& sink) {
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.fill != Fill::kPlaceholder || !unanswered(in, t)) continue;
    const Source& source = in.proposal.document.source();
    const Severity severity = severity_of_unanswered(in, t);
    std::string_view said = trim(source.text(verdict.fill_at));
    if (said.size() > 60) said = said.substr(0, 60);
    sink.report(severity, source, verdict.fill_at,
                fmt::format("\"{}\" says only “{}”; {}", path_of(in.judgement.pattern(), t), said,
                            due_text(in, t)))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
