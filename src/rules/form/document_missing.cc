// MP614 document-missing: there is metadata, but no document beside it.
#include "rules/all.h"

namespace milepost {

void document_missing(const RuleInput& in, Sink& sink) {
  if (!in.proposal.document_missing || !in.proposal.metadata->source) return;
  sink.report(*in.proposal.metadata->source, in.proposal.metadata->source->line(0),
              "the proposal has metadata but no document; write it next to this file");
}

}  // namespace milepost
