// MP617 toc-several: there is more than one table of contents, or its markers do
// not pair up.
#include <string>

#include "rules/all.h"
#include "text/toc.h"

namespace milepost {

void toc_several(const RuleInput& in, Sink& sink) {
  if (!in.judgement.swallowed.empty()) return;  // MP607: the other marker may be in there
  const Document& document = in.proposal.document;
  for (const TocProblem& problem : in.toc->markers().problems) {
    sink.report(document.source(), problem.span, std::string(message(problem.fault)));
  }
}

}  // namespace milepost
