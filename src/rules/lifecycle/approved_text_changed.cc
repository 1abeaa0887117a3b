// MP512 approved-text-changed: what was approved says something else now.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/card.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Whether a proposal gets this status by being approved.
bool is_approved(const Process& process, std::string_view status) {
  return std::ranges::any_of(process.gates, [&](const Gate& gate) {
    return gate.status == status && std::ranges::find(gate.conditions, ConditionType::kApproval,
                                                      &Condition::type) != gate.conditions.end();
  });
}

}  // namespace

void approved_text_changed(const ChangeInput& in, Sink& sink) {
  if (!in.before || !in.after || in.after->proposal.document_missing) return;
  const std::string_view status = in.before->proposal.metadata->known_status;
  if (status.empty() || status != in.after->proposal.metadata->known_status) return;
  if (!is_approved(in.process, status)) return;
  const TextChange change =
      compare_lasting_text(in.process, text_of(*in.before), text_of(*in.after));
  if (!change.any()) return;
  const std::vector<std::string_view> sections(change.sections.begin(), change.sections.end());
  const std::vector<std::string>& approvers = in.after->card.approvers;
  sink.report(
      in.after->proposal.document.source(), change.at,
      fmt::format("{} of the approved text changed{}{}; {} must look again",
                  counted(change.lines, "line"), sections.empty() ? "" : ", in ", listed(sections),
                  approvers.empty() ? "its approvers" : people(approvers)));
}

}  // namespace milepost
