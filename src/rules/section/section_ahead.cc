// MP214 section-ahead: what the first stage will ask of a proposal that is
// still in an early status. One finding for all of it.
#include <fmt/format.h>

#include "base/strings.h"
#include "process/moves.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void section_ahead(const RuleInput& in, Sink& sink) {
  if (!in.judgement.small_set || is_closed(in)) return;
  std::vector<std::string_view> titles;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.need != Need::kLater) continue;
    if (!in.judgement.missing(t) && is_answer(verdict.fill)) continue;
    const TemplateSection& wanted = in.judgement.wanted(t);
    if (in.process.reached(in.process.first_stage(), wanted.stage)) titles.push_back(wanted.title);
  }
  if (titles.empty()) return;
  const bool climbs = has_stages(in.process, in.judgement.kind->id);
  const std::string_view stage = climbs ? in.process.first_stage() : std::string_view();
  sink.report(in.proposal.document.source(), title_place(in),
              fmt::format("{} still to write{}: {}", counted(titles.size(), "section"),
                          stage.empty() ? std::string() : fmt::format(" for {}", stage),
                          listed(titles)))
      .section = titles.front();
}

}  // namespace milepost
