// MP608 comment-end-stray: a `-->` closes no comment, so readers see it.
#include "rules/all.h"

namespace milepost {

void comment_end_stray(const RuleInput& in, Sink& sink) {
  for (const Problem& problem : in.proposal.document.problems()) {
    if (problem.kind != ProblemKind::kStrayCommentEnd) continue;
    sink.report(in.proposal.document.source(), problem.span,
                "this `-->` closes no comment and is shown to readers; remove it");
  }
}

}  // namespace milepost
