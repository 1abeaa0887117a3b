// MP302 key-repeated: a key stands twice in the metadata; the first counts.
#include "rules/all.h"

namespace milepost {

void key_repeated(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->yaml) return;
  for (const YamlProblem& problem : in.proposal.metadata->yaml->problems()) {
    if (problem.kind != YamlProblemKind::kDuplicateKey) continue;
    sink.report(*in.proposal.metadata->source, problem.span, problem.message);
  }
}

}  // namespace milepost
