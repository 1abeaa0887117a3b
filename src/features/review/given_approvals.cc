#include "features/review/given_approvals.h"

#include <set>
#include <utility>

#include "features/review/review.h"
#include "gates/roles.h"
#include "workspace/examine.h"
#include "workspace/stored_evidence.h"

namespace milepost::review {

Result<std::vector<GivenApproval>> given_approvals(const Workspace& workspace,
                                                   const std::string& subject) {
  std::vector<GivenApproval> given;
  TRY(const auto selection, workspace.select_one(subject));
  const Selected& selected = selection.proposals.front();
  const Process& process = selected.at->process();
  TRY(const auto stored, stored_evidence(*selected.at, selected.card));
  if (!stored.known() || stored.state_of(*selected.card).approvals.empty()) return given;
  const Examined examined = examine(selected, {});
  if (!examined.proposal) return given;
  const TextEvidence evidence(stored, process, selected.at->judged().judge,
                              {*examined.proposal, examined.judgement});
  std::set<std::pair<std::string, std::string>> seen;
  for (const ApprovalState& state : stored.state_of(*selected.card).approvals) {
    if (!seen.emplace(state.role, state.stage).second) continue;
    const Role* const role = process.find_role(state.role);
    auto approvals = evidence.approvals(*selected.card, state.role, state.stage);
    if (!approvals) continue;
    for (Approval& approval : *approvals) {
      given.push_back(
          {state.role, role ? role->title : state.role, state.stage, std::move(approval)});
    }
  }
  return given;
}

std::vector<std::string> roles_to_approve_as(const Workspace& workspace, const Card& card,
                                             const std::string& person) {
  std::vector<std::string> held;
  const Process& process = workspace.process();
  for (const std::string& id : approving_roles(process)) {
    if (may_act(process, {&id, 1}, card, workspace.facts().rosters(), person) == May::kYes) {
      held.push_back(id);
    }
  }
  return held;
}

}  // namespace milepost::review
