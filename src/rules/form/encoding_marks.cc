// MP613 encoding-marks: the file begins with a byte order mark, or its lines end
// with carriage returns. Readers cope; diffs and line tools do not.
#include "rules/all.h"

namespace milepost {

void encoding_marks(const RuleInput& in, Sink& sink) {
  for (const Problem& problem : in.proposal.document.problems()) {
    const Source& source = in.proposal.document.source();
    if (problem.kind == ProblemKind::kByteOrderMark) {
      sink.report(source, problem.span, "the file begins with a byte order mark; remove it");
    } else if (problem.kind == ProblemKind::kCarriageReturns) {
      sink.report(source, problem.span, "lines end with carriage returns; use plain newlines");
    }
  }
}

}  // namespace milepost
