// MP404 relation-cycle: proposals replace or require each other in a circle, or
// one names itself.
#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

namespace {

// "a → b → c → a"; of a long way round, the beginning.
std::string way_round(const Index& index, const std::vector<std::size_t>& members) {
  constexpr std::size_t kShown = 6;
  std::string way;
  for (std::size_t i = 0; i < members.size() && i < kShown; ++i) {
    way += index.cards[members[i]].path + " → ";
  }
  if (members.size() > kShown) way += fmt::format("{} more → ", members.size() - kShown);
  return way + index.cards[members.front()].path;
}

}  // namespace

void relation_cycle(const RuleInput& in, Sink& sink) {
  const Relations& relations = in.facts.relations;
  for (const Reference& reference : relations.of(in.card)) {
    const bool itself =
        reference.card != Reference::kNoCard && &in.facts.index.cards[reference.card] == &in.card;
    if (!itself) continue;
    sink.report(
        reference.role == FieldRole::kSeeAlso ? Severity::kInfo : Severity::kWarning,
        *in.proposal.metadata->source, reference.span,
        fmt::format("`{}` names this proposal itself", in.process.field(reference.role)->id));
  }
  for (const Circle& circle : relations.circles_of(in.card)) {
    const Reference& reference = relations.of(in.card)[circle.reference];
    sink.report(*in.proposal.metadata->source, reference.span,
                fmt::format("proposals {} each other in a circle: {}",
                            reference.role == FieldRole::kRequires ? "require" : "replace",
                            way_round(in.facts.index, circle.members)));
  }
}

}  // namespace milepost
