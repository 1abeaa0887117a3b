// MP604 unresolved-open: text is still under debate. How bad that is depends on
// the status: the process says.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/promise.h"
#include "rules/all.h"
#include "rules/form/unresolved_lines.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// How bad it is in the proposal's status; what is put off to a stage is a warning at it, and
// an info before.
Severity unresolved_severity(const RuleInput& in, const Status* status, std::string_view context) {
  const Severity severity = status ? status->unresolved : Severity::kInfo;
  const PromiseReader& promises = in.judgement.fills->promises();
  const auto promise = promises.leading_stage(context);
  if (severity == Severity::kError || !promise || !in.judgement.stage_said) return severity;
  if (!promises.is_due(*promise, in.judgement.stage)) return Severity::kInfo;
  return std::max(severity, Severity::kWarning);
}

}  // namespace

void unresolved_open(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Status* status = in.process.find_status(in.proposal.metadata->known_status);
  const auto malformed = unresolved_lines(document, true);
  for (const Unresolved& block : document.unresolved()) {
    // What is not written well is reported once, by MP605.
    if (block.hidden || block.malformed) continue;
    if (malformed.contains(document.source().line_at(block.open.begin))) continue;
    const std::string_view context = trim(document.text(block.context));
    const Severity severity = unresolved_severity(in, status, context);
    sink.report(severity, document.source(), first_line(document.source(), block.open),
                fmt::format("this is still unresolved{}{}",
                            context.empty() ? std::string() : fmt::format(" ({})", context),
                            severity == Severity::kError
                                ? fmt::format("; nothing may be once {}", status->id)
                                : std::string()));
  }
}

}  // namespace milepost
