// MP201 section-missing: the template the proposal was written for requires a
// section that is not there.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool absent(const RuleInput& in, std::size_t t) {
  return in.judgement.sections[t].need == Need::kDue && in.judgement.missing(t) &&
         in.judgement.sections[t].hidden_in.empty();
}

// The section of the template before this one that the document has.
std::size_t before(const RuleInput& in, std::size_t t) {
  std::size_t at = t;
  while (at > 0 && in.judgement.missing(at - 1)) --at;
  return at == 0 ? kNone : at - 1;
}

std::string reason(const RuleInput& in, std::size_t t) {
  if (in.judgement.small_set) return fmt::format(" while {}", in.proposal.known_status);
  return from_stage(in.judgement.wanted(t));
}

}  // namespace

void section_missing(const RuleInput& in, Sink& sink) {
  const auto& sections = in.judgement.sections;
  for (std::size_t t = 0; t < sections.size(); ++t) {
    if (!absent(in, t)) continue;
    const TemplateSection& wanted = in.judgement.wanted(t);
    if (wanted.parent != kNone && absent(in, wanted.parent)) continue;  // said with its parent

    std::string message =
        fmt::format("{} is required{}", with_children(in, t), reason(in, t));
    const std::size_t neighbour = before(in, t);
    const Source& source = in.proposal.document.source();
    Span place = source.line(0);
    std::string note;
    if (neighbour != kNone) {
      place = in.judgement.matching.sections[neighbour].heading;
      const bool inside = neighbour == wanted.parent;
      message += fmt::format("; add it {} \"{}\"", inside ? "to" : "after",
                             neighbour == 0 ? "the title" : in.judgement.wanted(neighbour).title);
      note = inside ? "it belongs in this section" : "it belongs after this section";
      if (neighbour == 0) note = "it belongs below the title";
    }
    const std::string_view meant = suggest(in.proposal.document, in.judgement.matching, wanted);
    if (!meant.empty()) message += fmt::format(" (or is \"{}\" meant for it?)", meant);
    Finding& finding = sink.report(source, first_line(source, place), std::move(message));
    finding.note = std::move(note);
    finding.section = wanted.title;
  }
}

}  // namespace milepost
