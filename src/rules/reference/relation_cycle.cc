// MP404 relation-cycle: proposals replace or require each other in a circle, or
// one names itself.
#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

namespace {

// "a → b → c → a"; of a long way round, the beginning.
std::string way_round(const std::vector<std::string>& members) {
  constexpr std::size_t kShown = 6;
  std::string way;
  for (std::size_t i = 0; i < members.size() && i < kShown; ++i) {
    way += members[i] + " → ";
  }
  if (members.size() > kShown) way += fmt::format("{} more → ", members.size() - kShown);
  return way + members.front();
}

}  // namespace

void relation_cycle(const RuleInput& in, Sink& sink) {
  const std::vector<Reference> references = in.facts.references_of(in.card);
  for (const Reference& reference : references) {
    const bool itself = reference.card && reference.card->path == in.card.path;
    if (!itself) continue;
    sink.report(
        reference.role == FieldRole::kSeeAlso ? Severity::kInfo : Severity::kWarning,
        *reference.source, reference.span,
        fmt::format("`{}` names this proposal itself", in.process.field(reference.role)->id));
  }
  for (const Circle& circle : in.facts.circles_of(in.card)) {
    // The metadata may have been changed by a fix since the circle was found.
    if (circle.reference >= references.size()) continue;
    const Reference& reference = references[circle.reference];
    sink.report(*reference.source, reference.span,
                fmt::format("proposals {} each other in a circle: {}",
                            reference.role == FieldRole::kRequires ? "require" : "replace",
                            way_round(circle.members)));
  }
}

}  // namespace milepost
