// MP203 section-unfilled: a section that is due has nothing under it, or only
// the template's instructions in comments.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/section/new_section.h"
#include "rules/wording.h"

namespace milepost {

void section_unfilled(const RuleInput& in, Sink& sink) {
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.fill != Fill::kEmpty && verdict.fill != Fill::kInstructions) continue;
    if (!unanswered(in, t)) continue;
    const Source& source = in.proposal.document.source();
    const Severity severity = severity_of_unanswered(in, t);
    std::string message = fmt::format(
        "{} {}", with_children(in, t),
        verdict.fill == Fill::kEmpty ? "is empty" : "has only the template's instructions");
    message += and_lacks(in, t);
    message += "; " + due_text(in, t);
    if (!in.process.words.nothing.empty()) {
      message +=
          fmt::format(" (write `{}` if there is nothing to say)", in.process.words.nothing.front());
    }
    Finding& finding =
        sink.report(severity, source, first_line(source, in.judgement.matching.sections[t].heading),
                    std::move(message));
    finding.section = in.judgement.wanted(t).title;
    const std::vector<std::size_t> lacking = lacking_with(in, t);
    if (lacking.empty() || is_closed(in)) continue;
    if (auto edit = new_sections(in, lacking, t)) {
      finding.fixes.push_back({"add what it lacks with its guidance", {std::move(*edit)}});
    }
  }
}

}  // namespace milepost
