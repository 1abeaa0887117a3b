// MP601 title-missing: the document has no title of its own.
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void title_missing(const RuleInput& in, Sink& sink) {
  const auto& wanted = in.judgement.pattern().sections();
  const bool required = !wanted.empty() && wanted.front().level == 1 && wanted.front().required;
  if (!required || in.judgement.matching.title != kNone) return;
  sink.report(error_while_open(in), in.proposal.document.source(), title_place(in),
              "the document has no title; begin it with a heading of level 1");
}

}  // namespace milepost
