// MP507 move-illegal: the status went where the process has no way.
#include <fmt/format.h>

#include "process/moves.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

void move_illegal(const ChangeInput& in, Sink& sink) {
  const Moved move = status_move(in);
  if (!move.any()) return;
  const MoveRuling ruling = rule_status_move(in.process, move.from, move.to);
  if (ruling.legality != Legality::kIllegal && ruling.legality != Legality::kClosed) return;
  const FindingPlace at = place_of(*in.after, in.after->proposal.metadata->status);
  sink.report(
      *at.source, at.span,
      fmt::format("the status cannot go from {} to {}: {}", move.from, move.to, ruling.why));
}

}  // namespace milepost
