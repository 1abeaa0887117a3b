// MP514 proposal-deleted: a proposal was deleted.
#include <fmt/format.h>

#include "proposal/card.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

void proposal_deleted(const ChangeInput& in, Sink& sink) {
  if (!in.before || in.after) return;
  std::vector<std::string_view> ends;
  for (const Status& status : in.process.statuses) {
    if (status.failed) ends.push_back(status.id);
  }
  const FindingPlace at = place_of(*in.before, in.before->proposal.metadata->status);
  const std::string& name = called(in.before->card);
  sink.report(*at.source, at.span,
              ends.empty()
                  ? fmt::format("the proposal {} was deleted; keep it as a record", name)
                  : fmt::format("the proposal {} was deleted; keep it as a record, with the "
                                "status {}",
                                name, fmt::join(ends, " or ")));
}

}  // namespace milepost
