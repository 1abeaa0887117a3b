// MP508 move-unexplained: a move that needs a reason is given none.
#include <fmt/format.h>

#include "process/moves.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

void move_unexplained(const ChangeInput& in, Sink& sink) {
  const Moved move = status_move(in);
  if (!move.any() || explains(in, move.to)) return;
  const MoveRuling ruling = rule_status_move(in.process, move.from, move.to);
  if (ruling.legality != Legality::kReason) return;
  const FindingPlace at = place_of(*in.after, in.after->proposal.metadata->status);
  sink.report(*at.source, at.span,
              fmt::format("going from {} to {} needs a reason; {}", move.from, move.to,
                          ask_why(in.process)));
}

}  // namespace milepost
