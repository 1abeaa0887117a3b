// MP515 implemented-rewritten: a closed proposal was rewritten.
#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/card.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

void implemented_rewritten(const ChangeInput& in, Sink& sink) {
  if (!in.before || !in.after || in.after->proposal.document_missing) return;
  const Status* status = in.process.find_status(in.before->proposal.metadata->known_status);
  if (!status || !status->closed) return;
  if (status->id != in.after->proposal.metadata->known_status) return;
  const TextChange change =
      compare_lasting_text(in.process, text_of(*in.before), text_of(*in.after));
  if (!is_rewrite(in.process, change)) return;
  sink.report(in.after->proposal.document.source(), change.at,
              fmt::format("the proposal is {}, and {} changed where there were {}; make a major "
                          "change a new proposal",
                          status->id, counted(change.lines, "line"), change.of));
}

}  // namespace milepost
