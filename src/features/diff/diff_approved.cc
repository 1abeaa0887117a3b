#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/diff/diff.h"
#include "process/validate.h"
#include "store/record.h"
#include "workspace/examine.h"
#include "workspace/identity.h"

namespace milepost::diff {

namespace {

// The last of those that are asked for; nullptr when there is none.
const ApprovalState* last_approval(const ProposalState& state, const std::string& role,
                                   const std::string& person) {
  const ApprovalState* last = nullptr;
  for (const ApprovalState& approval : state.approvals) {
    if (!role.empty() && approval.role != role) continue;
    if (!person.empty() && !equal_ignoring_case(approval.action.by, person)) continue;
    if (!last || !(approval.action.time < last->action.time)) last = &approval;
  }
  return last;
}

Result<std::string> kept_text(const Store& store, const ApprovalState& approval) {
  const auto key = parse_digest(approval.text);
  if (!key) return failure("the approval names no text");
  TRY(auto text, store.text(*key));
  if (!text) return failure("the text that was approved is not kept; milepost fsck tells more");
  return std::move(*text);
}

}  // namespace

Result<ProposalDiff> diff_approved(const Workspace& workspace, const ApprovedDiffOptions& options) {
  TRY(const auto selection, workspace.select_one(options.subject));
  const Selected& selected = selection.proposals.front();
  const Card& card = *selected.card;
  const Process& process = selected.at->process();
  if (!options.role.empty() && !process.find_role(options.role)) {
    return failure(unknown("role", options.role, ids(process.roles)));
  }
  std::string person;
  if (!options.person.empty()) {
    TRY(person, read_claim(options.person, "who approved"));
  }
  TRY(const auto& record, selected.at->record());
  TRY(const auto state, record->state_of(card));
  const ApprovalState* const approval = last_approval(state, options.role, person);
  if (!approval) {
    return failure(fmt::format("the record has no approval of {}{}{}", called(card),
                               options.role.empty() ? "" : " as " + options.role,
                               person.empty() ? "" : " by @" + person),
                   ErrorKind::kNotFound);
  }
  TRY(auto text, kept_text(record->store(), *approval));
  TRY(const auto now, read_document(selected));
  const Document before(std::make_shared<const Source>(now->path(), std::move(text)));
  const Document after(now);
  ProposalDiff diff;
  diff.proposal = ref_of(card, selected.at->repository());
  diff.before = {"approved " + action_text(approval->action), now->path()};
  diff.after = {"", now->path()};
  if (card.files.metadata.empty()) {
    diff.fields = diff_fields(read_metadata(process, &before, nullptr),
                              read_metadata(process, &after, nullptr));
  }
  diff.sections = diff_sections(before, after);
  return diff;
}

}  // namespace milepost::diff
