// MP604 unresolved-open: text is still under debate. How bad that is depends on
// the status: the process says.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

void unresolved_open(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Status* status = in.process.find_status(in.proposal.metadata->known_status);
  const Severity severity = status ? status->unresolved : Severity::kInfo;
  for (const Unresolved& block : document.unresolved()) {
    if (block.hidden || block.open.empty()) continue;
    const std::string_view context = trim(document.text(block.context));
    sink.report(severity, document.source(), first_line(document.source(), block.open),
                fmt::format("this is still unresolved{}{}",
                            context.empty() ? std::string() : fmt::format(" ({})", context),
                            severity == Severity::kError
                                ? fmt::format("; nothing may be once {}", status->id)
                                : std::string()));
  }
}

}  // namespace milepost
