// MP204 section-boilerplate: a section that is due holds only lines of the
// template: unticked choices, labels with nothing after them, its prose.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_boilerplate(const RuleInput& in, Sink& sink) {
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.fill != Fill::kBoilerplate || !unanswered(in, t)) continue;
    const Source& source = in.proposal.document.source();
    const Severity severity = severity_of_unanswered(in, t);
    const TemplateSection& wanted = in.judgement.wanted(t);
    const bool choices = !wanted.choices.empty();
    Finding& finding =
        sink.report(severity, source, first_line(source, in.judgement.matching.sections[t].heading),
                    fmt::format("{} {}{}; {}", with_children(in, t),
                                choices ? "has none of its choices ticked"
                                        : "holds only the template's own lines",
                                and_lacks(in, t), due_text(in, t)));
    finding.section = wanted.title;
  }
}

}  // namespace milepost
