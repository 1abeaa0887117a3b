// MP605 unresolved-malformed: an UNRESOLVED block lacks its beginning or end, or
// is not written as `<<[UNRESOLVED …]>> … <<[/UNRESOLVED]>>`. It is under debate all the
// same, and as bad as MP604 would have it.
#include <algorithm>

#include "rules/all.h"
#include "rules/form/unresolved_lines.h"
#include "rules/wording.h"

namespace milepost {

void unresolved_malformed(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  const Status* status = in.process.find_status(in.proposal.metadata->known_status);
  const Severity severity =
      std::max(status ? status->unresolved : Severity::kInfo, Severity::kWarning);
  const auto begun = unresolved_lines(document, false);
  for (const Unresolved& block : document.unresolved()) {
    if (block.hidden) continue;
    if (block.open.empty()) {
      // MP604, or this rule, tells what begins there.
      if (begun.contains(source.line_at(block.close.begin))) continue;
      sink.report(source, block.close, "this ends an UNRESOLVED block that was never begun");
    } else if (block.malformed && block.close.empty()) {
      sink.report(severity, source, first_line(source, block.open),
                  "this UNRESOLVED block is never ended; put `<<[/UNRESOLVED]>>` after it");
    } else if (block.malformed) {
      sink.report(severity, source, first_line(source, block.open),
                  "write this as `<<[UNRESOLVED names or context]>>` … `<<[/UNRESOLVED]>>`");
    }
  }
}

}  // namespace milepost
