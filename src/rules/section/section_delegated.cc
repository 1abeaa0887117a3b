// MP218 section-delegated: the proposal leaves its sections to another, or follows a template that
// is not the process's. One finding in place of all that would be missing.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// The proposal the link leads to, if the repository has it.
const Card* find_parent(const RuleInput& in, const Delegation& delegation) {
  const auto& places = in.links.places();
  const auto place = std::ranges::find(places, delegation.destination, &LinkedPlace::destination);
  if (place == places.end() || place->target.kind != TargetKind::kFile) return nullptr;
  return in.facts.find(place->target.path);
}

std::string parent_text(const RuleInput& in, const Delegation& delegation) {
  const Card* parent = find_parent(in, delegation);
  if (parent && parent != &in.card) {
    return parent->number.empty() ? parent->path
                                  : fmt::format("{} ({})", parent->number, parent->path);
  }
  const bool named = !delegation.name.empty() && delegation.name != delegation.destination;
  return named ? fmt::format("\"{}\" ({})", delegation.name, delegation.destination)
               : delegation.destination;
}

}  // namespace

void section_delegated(const RuleInput& in, Sink& sink) {
  if (!in.judgement.delegation) return;
  const Delegation& delegation = *in.judgement.delegation;
  const Source& source = in.proposal.document.source();
  sink.report(
      source, first_line(source, delegation.place),
      delegation.other
          ? fmt::format("this proposal follows {} ({}); the sections of the process's template "
                        "are not asked for",
                        delegation.other->title, delegation.other->path)
          : fmt::format("this proposal leaves its sections to {}; they are not asked for here",
                        parent_text(in, delegation)));
}

}  // namespace milepost
