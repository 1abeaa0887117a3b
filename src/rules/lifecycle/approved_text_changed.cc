// MP512 approved-text-changed: what was approved says something else now.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/approved_text.h"
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
  const std::vector<std::string> covered =
      changed_sections(covered_text(in.process, text_of(*in.before), {}),
                       covered_text(in.process, text_of(*in.after), {}));
  if (covered.empty()) return;
  const TextChange change =
      compare_lasting_text(in.process, text_of(*in.before), text_of(*in.after));
  const std::vector<std::string>& names = change.any() ? change.sections : covered;
  const std::vector<std::string_view> sections(names.begin(), names.end());
  const std::vector<std::string>& approvers = in.after->card.approvers;
  // Words may stay and be shown in another way: a heading that becomes text, a link elsewhere.
  const std::string what = change.any() ? counted(change.lines, "line") + " of the approved text"
                                        : std::string("what is shown of the approved text");
  sink.report(
      in.after->proposal.document.source(), change.any() ? change.at : Span{},
      fmt::format("{} changed{}{}; {} must look again", what, sections.empty() ? "" : ", in ",
                  listed(sections), approvers.empty() ? "its approvers" : people(approvers)));
}

}  // namespace milepost
