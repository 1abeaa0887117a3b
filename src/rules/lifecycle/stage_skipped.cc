// MP509 stage-skipped: the stage left the order of its ladder.
#include <fmt/format.h>

#include "process/moves.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

void stage_skipped(const ChangeInput& in, Sink& sink) {
  const Moved move = stage_move(in);
  if (!move.any()) return;
  const MoveRuling ruling = rule_stage_move(in.process, move.from, move.to);
  if (ruling.legality == Legality::kLegal) return;
  const FindingPlace at = place_of(*in.after, in.after->proposal.metadata->stage);
  if (ruling.legality != Legality::kReason) {
    sink.report(
        *at.source, at.span,
        fmt::format("the stage cannot go from {} to {}: {}", move.from, move.to, ruling.why));
  } else if (!explains(in, move.to)) {
    sink.report(Severity::kWarning, *at.source, at.span,
                fmt::format("going from {} to {} needs a reason; {}", move.from, move.to,
                            ask_why(in.process)));
  }
}

}  // namespace milepost
