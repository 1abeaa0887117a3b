#include "features/list/rows.h"

#include <algorithm>

#include "base/parallel.h"
#include "features/list/gate_terms.h"
#include "gates/step.h"
#include "workspace/examine.h"

namespace milepost::list {

namespace {

void add_once(std::vector<std::string>& list, const std::string& value) {
  if (!value.empty() && std::ranges::find(list, value) == list.end()) list.push_back(value);
}

void add_waiting(const Process& process, const Card& card,
                 const Result<std::vector<Verdict>>& missing, RowState& row) {
  if (!missing) {
    row.waiting = Waiting::kUnknown;
    return;
  }
  const Status* const status = process.find_status(card.status);
  if (is_finished(process, card) || (status && status->closed)) return;
  row.waiting = missing->empty() ? Waiting::kReady : Waiting::kSomebody;
  for (const Verdict& verdict : *missing) {
    add_once(row.roles, verdict.role);
    add_once(row.titles, verdict.role_title);
    if (!verdict.again.empty()) row.waiting = Waiting::kVoid;
  }
}

}  // namespace

Result<std::vector<RowState>> row_states(const Workspace& workspace,
                                         const std::vector<const Card*>& cards) {
  TRY(const MissingOfEach missing, judge_next(workspace, cards));
  std::vector<RowState> rows(cards.size());
  parallel_for(cards.size(), workspace.jobs(), [&](std::size_t i) {
    const Card& card = *cards[i];
    const Examined examined = examine({&workspace, &card, false, card.document}, {});
    if (examined.proposal && card.has_text()) rows[i].sections = health_of_due(examined.judgement);
    add_waiting(workspace.process(), card, missing[i], rows[i]);
  });
  return rows;
}

}  // namespace milepost::list
