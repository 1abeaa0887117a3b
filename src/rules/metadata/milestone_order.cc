// MP316 milestone-order: a later stage has an earlier release.
#include <fmt/format.h>

#include "proposal/milestones.h"
#include "rules/all.h"

namespace milepost {

void milestone_order(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const Field* field = in.process.field(FieldRole::kMilestones);
  if (!field || !metadata.yaml) return;
  for (const Ladder& ladder : in.process.ladders) {
    std::optional<Milestone> before;
    std::string_view stage_before;
    for (const std::string& stage : ladder.stages) {
      const auto milestone = milestone_of(in.process, metadata, stage);
      if (!milestone) continue;
      if (before && milestone->version < before->version) {
        sink.report(*metadata.source, milestone->span,
                    fmt::format("{0}.{1} {2} is before {0}.{3} {4}; a later stage has a later "
                                "release, or the same",
                                field->id, stage, to_string(milestone->version), stage_before,
                                to_string(before->version)));
      }
      before = milestone;
      stage_before = stage;
    }
  }
}

}  // namespace milepost
