// MP519 process-weakened: a change asks less of proposals than before.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/process_change.h"

namespace milepost {

void process_weakened(const ProcessChangeInput& in, Sink& sink) {
  if (in.accepted) return;
  for (const ProcessChange& change : in.changes) {
    if (!change.weakens) continue;
    sink.report(*change.source, change.span,
                fmt::format("{}; less may be asked of proposals, so somebody trusted must accept "
                            "it (--accept-process-change)",
                            change.message));
  }
}

}  // namespace milepost
