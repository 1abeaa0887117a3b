// MP901 proposal-stuck: it is what it is for longer than nine of ten were.
#include <fmt/format.h>

#include "proposal/facts.h"
#include "proposal/proposal.h"
#include "rules/all.h"

namespace milepost {

void proposal_stuck(const RuleInput& in, Sink& sink) {
  const Age* const age = in.facts.age_of(in.card);
  if (!age || !age->stuck) return;
  const Age::Stuck& stuck = *age->stuck;
  const Metadata& metadata = *in.proposal.metadata;
  const FieldValue& value = stuck.state == metadata.stage.text ? metadata.stage : metadata.status;
  sink.report(
      *metadata.source, value.span,
      fmt::format("{} for {} days, since {}: nine of ten of the {} that left it did so "
                  "within {}; move it on, or say that it is deferred",
                  stuck.state, stuck.days, to_string(stuck.since), stuck.others, stuck.usual));
}

}  // namespace milepost
