// MP317 milestone-behind: the latest milestone is before that of the stage.
#include <fmt/format.h>

#include "proposal/card.h"
#include "proposal/milestones.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void milestone_behind(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const auto latest = latest_milestone(in.process, metadata);
  const auto of_stage = milestone_of(in.process, metadata, metadata.known_stage);
  if (!latest || !of_stage || latest->version >= of_stage->version) return;
  // Asked about a step to come: it sets the latest milestone.
  if (metadata.known_stage != in.card.metadata->known_stage) return;
  sink.report(warning_while_open(in), *metadata.source, latest->span,
              fmt::format("{} {} is before {}.{} {}; correct one of them",
                          in.process.field(FieldRole::kLatestMilestone)->id,
                          to_string(latest->version), in.process.field(FieldRole::kMilestones)->id,
                          metadata.known_stage, to_string(of_stage->version)));
}

}  // namespace milepost
