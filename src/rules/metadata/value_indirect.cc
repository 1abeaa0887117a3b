// MP303 value-indirect: the metadata uses anchors, aliases or tags, which other
// tools read in other ways.
#include "rules/all.h"

namespace milepost {

void value_indirect(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->yaml) return;
  for (const YamlProblem& problem : in.proposal.metadata->yaml->problems()) {
    if (problem.kind != YamlProblemKind::kAnchor && problem.kind != YamlProblemKind::kTag) continue;
    sink.report(*in.proposal.metadata->source, problem.span, problem.message);
  }
}

}  // namespace milepost
