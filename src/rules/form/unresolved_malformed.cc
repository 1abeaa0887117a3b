// MP605 unresolved-malformed: an UNRESOLVED block lacks its beginning or end, or
// is not written as `<<[UNRESOLVED …]>> … <<[/UNRESOLVED]>>`.
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void unresolved_malformed(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  for (const Unresolved& block : document.unresolved()) {
    if (block.hidden) continue;
    if (block.open.empty()) {
      sink.report(source, block.close, "this ends an UNRESOLVED block that was never begun");
    } else if (block.close.empty()) {
      sink.report(source, first_line(source, block.open),
                  "this UNRESOLVED block is never ended; put `<<[/UNRESOLVED]>>` after it");
    } else if (block.malformed) {
      sink.report(source, first_line(source, block.open),
                  "write this as `<<[UNRESOLVED names or context]>>` … `<<[/UNRESOLVED]>>`");
    }
  }
}

}  // namespace milepost
