// MP520 process-changed: a change touches what proposals are judged by.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/process_change.h"

namespace milepost {

void process_changed(const ProcessChangeInput& in, Sink& sink) {
  for (const ProcessChange& change : in.changes) {
    if (change.weakens && !in.accepted) continue;
    sink.report(*change.source, change.span, change.message);
  }
}

}  // namespace milepost
