// MP903 milestone-past: the last release it names is out, and it is not done.
#include <fmt/format.h>

#include "proposal/facts.h"
#include "proposal/milestones.h"
#include "proposal/proposal.h"
#include "rules/all.h"

namespace milepost {

void milestone_past(const RuleInput& in, Sink& sink) {
  const Age* const age = in.facts.age_of(in.card);
  if (!age || !age->past_milestone) return;
  const Metadata& metadata = *in.proposal.metadata;
  const auto latest = latest_milestone(in.process, metadata);
  const auto of_stage = milestone_of(in.process, metadata, metadata.known_stage);
  const Span at = latest ? latest->span : of_stage ? of_stage->span : metadata.status.span;
  sink.report(*metadata.source, at,
              fmt::format("{} is out, and no later release is named; aim at one, or say that it "
                          "is deferred",
                          to_string(*age->past_milestone)));
}

}  // namespace milepost
