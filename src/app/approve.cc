#include "app/approve.h"

#include <fmt/format.h>

#include "app/identity.h"
#include "app/plan.h"
#include "base/strings.h"
#include "gates/roles.h"
#include "process/validate.h"
#include "proposal/review_edit.h"

namespace milepost {

namespace {

Result<void> check_person(const Process& process, const Opened& opened, const Card& card,
                          const ApproveRequest& request) {
  const Role* role = process.find_role(request.role);
  if (!role) return {};
  const std::vector<std::string> roles{role->id};
  switch (may_act(process, roles, card, opened.facts->rosters, request.person)) {
    case May::kYes: return {};
    case May::kUnknown:
      return failure(fmt::format("whether @{} is {} cannot be known: the roster is not there",
                                 request.person, role->title));
    case May::kNo: break;
  }
  return failure(fmt::format("@{} may not approve: it is for {}", request.person,
                             describe_holders(process, roles, card, opened.facts->rosters)));
}

Result<std::string> stage_of(const Process& process, const Card& card,
                             const ApproveRequest& request) {
  std::string stage = request.stage.empty() ? card.stage : request.stage;
  if (stage.empty()) return failure("for which stage? Say it with --stage");
  if (!process.has_stage(stage)) return failure(unknown("stage", stage, process.stage_names()));
  return stage;
}

// What to change; no path when that person has approved already.
Result<FileChange> enter(const ReviewFile& file, const std::string& stage,
                         const std::string& person, const Process& process) {
  const std::vector<Scalar> given = people_in(process, file.approver(stage));
  for (const Scalar& entry : given) {
    const auto handle = read_handle(entry.text);
    if (handle && equal_ignoring_case(handle->name, person)) return FileChange{};
    return failure(fmt::format("{} has {} for {} already", file.source->path(), entry.text, stage));
  }
  auto text = with_approver(file, stage, "@" + person);
  if (!text) return tl::unexpected(std::move(text.error()));
  return FileChange{file.path, std::string(file.source->text()), std::move(*text)};
}

}  // namespace

Result<std::optional<ApprovalEdit>> plan_approval(const ApproveRequest& asked) {
  ApproveRequest request = asked;
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.paths = {request.subject};
  auto plan = plan_one(check);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  const Task& task = plan->tasks.front();
  const Card& card = *task.card;
  const Process& process = *task.at->judged->process;

  const Review* review = review_given_by(process, request.role);
  if (!review) {
    if (process.find_role(request.role)) return std::nullopt;
    return failure(unknown("role", request.role, ids(process.roles)));
  }
  auto person = find_identity(process, task.at->repository.root, request.person);
  if (!person) return tl::unexpected(std::move(person.error()));
  request.person = std::move(*person);
  if (request.person.empty()) {
    return failure("who approves? Say it with --as HANDLE, MILEPOST_AS or git's milepost.handle");
  }
  auto allowed = check_person(process, *task.at, card, request);
  if (!allowed) return tl::unexpected(std::move(allowed.error()));
  auto stage = stage_of(process, card, request);
  if (!stage) return tl::unexpected(std::move(stage.error()));

  ApprovalEdit edit{
      card.number, card.title, *stage, review->title, request.person, task.at->repository.root, {}};
  if (const ReviewFile* file = find_review(*task.at->facts, card, *review)) {
    auto change = enter(*file, *stage, request.person, process);
    if (!change) return tl::unexpected(std::move(change.error()));
    if (!change->path.empty()) edit.changes.push_back(std::move(*change));
    return edit;
  }
  const std::string path = review_path(*review, card);
  if (path.empty()) return failure("the proposal has no number, so its review has no place");
  edit.changes.push_back(
      {path, std::nullopt, new_review(*review, card.number, *stage, "@" + request.person)});
  return edit;
}

}  // namespace milepost
