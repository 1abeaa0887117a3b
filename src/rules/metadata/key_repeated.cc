// MP302 key-repeated: a key stands twice in the metadata; the first counts. The two sides
// of a merge conflict are MP330's.
#include "rules/all.h"
#include "text/merge_conflict.h"

namespace milepost {

void key_repeated(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->yaml) return;
  for (const YamlProblem& problem : in.proposal.metadata->yaml->problems()) {
    if (problem.kind != YamlProblemKind::kDuplicateKey) continue;
    if (is_after_conflict(*in.proposal.metadata->source, problem.span.begin)) continue;
    sink.report(*in.proposal.metadata->source, problem.span, problem.message);
  }
}

}  // namespace milepost
