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
    if (!person.empty() && !equal_ignoring_case(approval.deed.by, person)) continue;
    if (!last || !(approval.deed.time < last->deed.time)) last = &approval;
  }
  return last;
}

Result<std::string> kept_text(const Store& store, const ApprovalState& approval) {
  const auto key = parse_digest(approval.text);
  if (!key) return failure("the approval names no text");
  auto text = store.text(*key);
  if (!text) return tl::unexpected(std::move(text.error()));
  if (!*text) return failure("the text that was approved is not kept; milepost fsck tells more");
  return std::move(**text);
}

}  // namespace

Result<ProposalDiff> diff_approved(const ApprovedDiffRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.paths = {request.subject};
  const auto plan = plan_one(check);
  if (!plan) return tl::unexpected(plan.error());
  const Selected& task = plan->proposals.front();
  const Card& card = *task.card;
  const Process& process = task.at->process();
  if (!request.role.empty() && !process.find_role(request.role)) {
    return failure(unknown("role", request.role, ids(process.roles)));
  }
  std::string person;
  if (!request.person.empty()) {
    auto claimed = read_claim(request.person, "who approved");
    if (!claimed) return tl::unexpected(std::move(claimed.error()));
    person = std::move(*claimed);
  }
  const auto book = RecordBook::open(task.at->repository(), request.store, Access::kRead);
  if (!book) return tl::unexpected(book.error());
  const auto state = book->state_of(card);
  if (!state) return tl::unexpected(state.error());
  const ApprovalState* const approval = last_approval(*state, request.role, person);
  if (!approval) {
    return failure(fmt::format(
        "the record has no approval of {}{}{}", card.number.empty() ? card.path : card.number,
        request.role.empty() ? "" : " as " + request.role, person.empty() ? "" : " by @" + person));
  }
  auto text = kept_text(book->store(), *approval);
  if (!text) return tl::unexpected(std::move(text.error()));
  const auto now = read_document(task);
  if (!now) return tl::unexpected(now.error());
  const Document before(std::make_shared<const Source>((*now)->path(), std::move(*text)));
  const Document after(*now);
  ProposalDiff diff;
  diff.number = card.number;
  diff.title = card.title;
  diff.before = {"approved " + deed_text(approval->deed), (*now)->path()};
  diff.after = {"", (*now)->path()};
  if (card.files.metadata.empty()) {
    diff.fields = diff_fields(read_metadata(process, &before, nullptr),
                              read_metadata(process, &after, nullptr));
  }
  diff.sections = diff_sections(before, after);
  return diff;
}

}  // namespace milepost::diff
