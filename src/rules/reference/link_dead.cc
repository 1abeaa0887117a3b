// MP409 link-dead: a page on the web is not there any more.
#include <unordered_set>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void link_dead(const RuleInput& in, Sink& sink) {
  std::unordered_set<std::string> told;
  const auto check = [&](const std::string& address, const Source& source, Span span) {
    const auto dead = in.dead_links->find(address);
    if (dead == in.dead_links->end() || !told.insert(address).second) return;
    sink.report(warning_while_open(in), source, span,
                fmt::format("{} leads nowhere: {}", address, dead->second));
  };
  for (const LinkedPlace& place : in.links.places()) {
    if (place.target.kind != TargetKind::kWeb) continue;
    check(place.target.path, in.proposal.document.source(), place.span);
  }
  for (const Reference& reference : in.facts.references_of(in.card)) {
    if (reference.kind != ReferenceKind::kWeb) continue;
    check(reference.address(), *reference.source, reference.span);
  }
}

}  // namespace milepost
