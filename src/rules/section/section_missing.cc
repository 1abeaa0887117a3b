// MP201 section-missing: the template the proposal was written for requires a
// section that is not there. An error, unless the proposal is closed or a heading is
// there that may be meant for it.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/section/new_section.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool absent(const RuleInput& in, std::size_t t) {
  return in.judgement.lacking(t) && in.judgement.sections[t].hidden_in.empty();
}

// The section of the document to add it after: a sibling, or the parent.
std::size_t before(const RuleInput& in, std::size_t t) {
  std::size_t at = t;
  while (at > 0 && in.judgement.missing(at - 1)) --at;
  if (at == 0) return kNone;
  --at;
  const std::uint32_t parent = in.judgement.wanted(t).parent;
  while (at != parent && in.judgement.wanted(at).parent != parent) {
    const std::uint32_t above = in.judgement.wanted(at).parent;
    if (above == kNone || in.judgement.missing(above)) break;
    at = above;
  }
  return at;
}

// The section and those below it that are missing with it.
std::vector<std::size_t> with_absent_children(const RuleInput& in, std::size_t t) {
  std::vector<std::size_t> all{t};
  for (std::size_t below = t + 1; below < in.judgement.wanted(t).end; ++below) {
    if (absent(in, below)) all.push_back(below);
  }
  return all;
}

std::string reason(const RuleInput& in, std::size_t t) {
  if (in.judgement.small_set) return fmt::format(" while {}", in.proposal.metadata->known_status);
  return from_stage(in.judgement.wanted(t));
}

}  // namespace

void section_missing(const RuleInput& in, Sink& sink) {
  const auto& sections = in.judgement.sections;
  for (std::size_t t = 0; t < sections.size(); ++t) {
    if (!absent(in, t)) continue;
    const TemplateSection& wanted = in.judgement.wanted(t);
    if (wanted.parent != kNone && absent(in, wanted.parent)) continue;  // said with its parent

    std::string message = fmt::format("{} is required{}", with_children(in, t), reason(in, t));
    const std::size_t neighbour = before(in, t);
    const Source& source = in.proposal.document.source();
    Span place = source.line(0);
    if (neighbour != kNone) {
      place = in.judgement.matching.sections[neighbour].heading;
      const bool inside = neighbour == wanted.parent;
      message += neighbour == 0 ? "; add it below the title"
                                : fmt::format("; add it {} \"{}\"", inside ? "to" : "after",
                                              in.judgement.wanted(neighbour).title);
    }
    const std::string_view meant = suggest(in.proposal.document, in.judgement.matching, wanted);
    if (!meant.empty()) message += fmt::format(" (or is \"{}\" meant for it?)", meant);
    const Severity severity = meant.empty() ? severity_of_gap(in) : warning_while_open(in);
    Finding& finding = sink.report(severity, source, first_line(source, place), std::move(message));
    finding.section = wanted.title;
    // Nobody fills the gaps of a proposal that is done with.
    if (is_closed(in)) continue;
    if (auto edit = new_sections(in, with_absent_children(in, t), neighbour)) {
      finding.fixes.push_back({"add it with its guidance", {std::move(*edit)}});
    }
  }
}

}  // namespace milepost
