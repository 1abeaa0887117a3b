// MP904 status-unclosed: the last stage is out, and the status still open.
#include <fmt/format.h>

#include "proposal/facts.h"
#include "proposal/proposal.h"
#include "rules/all.h"

namespace milepost {

void status_unclosed(const RuleInput& in, Sink& sink) {
  const Age* const age = in.facts.age_of(in.card);
  if (!age || !age->shipped) return;
  const Metadata& metadata = *in.proposal.metadata;
  sink.report(*metadata.source, metadata.status.span,
              fmt::format("{} is out since {}: the status should be {}", metadata.known_stage,
                          to_string(*age->shipped), age->end));
}

}  // namespace milepost
