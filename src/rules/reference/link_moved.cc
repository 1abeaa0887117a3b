// MP408 link-moved: a link leads to where a proposal once was.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/reference/named_proposal.h"

namespace milepost {

void link_moved(const RuleInput& in, Sink& sink) {
  if (!in.facts.is_repository()) return;
  const auto& places = in.links.places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const LinkedPlace& place = places[i];
    const LinkTarget& target = place.target;
    if (target.kind != TargetKind::kFile) continue;
    if (in.facts.path_kind(target.path) != PathKind::kNothing) continue;
    const Card* moved = moved_from(in, target.path);
    if (!moved || looks_like_host(place.destination)) continue;
    const std::string path = place_in(in, target.path, *moved);
    Finding& finding = sink.report(
        in.proposal.document.source(), place.span,
        fmt::format("the proposal behind \"{}\" has moved; it is now {}", place.destination, path));
    // An address goes on being one.
    if (place.destination.find("//") != std::string::npos) continue;
    finding.fixes.push_back(relink(in, i, path));
  }
}

}  // namespace milepost
