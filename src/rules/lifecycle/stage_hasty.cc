// MP517 stage-hasty: a stage was left after fewer releases than asked for.
#include <algorithm>

#include <fmt/format.h>

#include "process/moves.h"
#include "proposal/arrival.h"
#include "proposal/milestones.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

namespace {

// How many releases the gate to a stage asks for in the one before; 0 when it does not.
std::size_t releases_asked_for(const Process& process, std::string_view stage) {
  for (const Gate& gate : process.gates) {
    if (gate.stage != stage) continue;
    for (const Condition& condition : gate.conditions) {
      if (condition.type != ConditionType::kReleases) continue;
      return std::max<std::size_t>(condition.least, 1);
    }
  }
  return 0;
}

}  // namespace

void stage_hasty(const ChangeInput& in, Sink& sink) {
  const Moved move = stage_move(in);
  if (!move.any() || stage_before(in.process, move.to) != move.from) return;
  const std::size_t least = releases_asked_for(in.process, move.to);
  const Metadata& metadata = *in.after->proposal.metadata;
  const auto target = milestone_at(in.process, metadata, move.to);
  // When it came to the stage it leaves is known to what was before the change.
  const auto arrival =
      arrival_at(in.process, metadata, in.before->facts, in.before->card, move.from);
  if (least == 0 || !target || !arrival) return;
  const auto between = releases_between({}, arrival->release, target->version);
  if (!between || *between >= least) return;
  const FindingPlace at = place_of(*in.after, in.after->proposal.metadata->stage);
  sink.report(*at.source, at.span,
              fmt::format("{}, {} {} asked for; aim at a later release, or say why it is early",
                          time_text(*between, move.from, *arrival, target->version), least,
                          least == 1 ? "is" : "are"));
}

}  // namespace milepost
