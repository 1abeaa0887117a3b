// MP318 stage-behind-status: the status says that a stage was reached, and the
// stage says that it was not.
#include <algorithm>

#include <fmt/format.h>

#include "proposal/milestones.h"
#include "rules/all.h"
#include "rules/need.h"

namespace milepost {

namespace {

// The first stage of the proposal's own ladder that will do.
std::string_view stage_that_will_do(const Process& process, std::string_view stage,
                                    std::string_view asked) {
  for (const Ladder& ladder : process.ladders) {
    if (std::ranges::find(ladder.stages, stage) == ladder.stages.end()) continue;
    const auto found = std::ranges::find_if(
        ladder.stages, [&](const std::string& own) { return process.reached(own, asked); });
    if (found != ladder.stages.end()) return *found;
  }
  return asked;
}

// On a ladder of its own, which ends where the proposal's milestones do: what is disabled for
// good need not be removed.
bool is_at_its_end(const RuleInput& in, std::string_view stage, std::string_view asked) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!find_milestone(in.process, metadata, stage)) return false;
  return std::ranges::any_of(in.process.ladders, [&](const Ladder& ladder) {
    const auto at = std::ranges::find(ladder.stages, stage);
    if (at == ladder.stages.begin() || at == ladder.stages.end()) return false;
    if (std::ranges::find(ladder.stages, asked) != ladder.stages.end()) return false;
    return std::none_of(at + 1, ladder.stages.end(), [&](const std::string& later) {
      return find_milestone(in.process, metadata, later) != nullptr;
    });
  });
}

}  // namespace

void stage_behind_status(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const std::string_view stage = metadata.known_stage;
  const std::string_view asked = in.process.stage_asked_by(metadata.known_status);
  if (stage.empty() || asked.empty() || in.process.reached(stage, asked)) return;
  if (is_at_its_end(in, stage, asked)) return;
  if (!is_of_kind(in, in.process.field(FieldRole::kStage)->needed)) return;
  sink.report(
      *metadata.stage.source, metadata.stage.span,
      fmt::format("status {} asks for stage {}, but the stage is {}; correct one of them",
                  metadata.known_status, stage_that_will_do(in.process, stage, asked), stage));
}

}  // namespace milepost
