// What waits for somebody, over all tracking issues.
#include <fmt/format.h>

#include "app/identity.h"
#include "app/track.h"
#include "gates/roles.h"
#include "process/validate.h"

namespace milepost {

namespace {

// Of a role, else of somebody; nobody in particular is told everything.
bool concerns(const TrackedProposal& tracked, const ItemRequest& asked, const std::string& role,
              const std::string& person) {
  if (!role.empty()) return asked.role == role;
  if (person.empty()) return true;
  return may_act(tracked.process(), {&asked.role, 1}, tracked.card(),
                 tracked.task().at->facts->rosters, person) == May::kYes;
}

}  // namespace

Result<Inbox> read_inbox(const TrackRequest& request, const std::string& role) {
  auto plan = make_plan(track_plan(request));
  if (!plan) return tl::unexpected(std::move(plan.error()));
  Inbox inbox;
  inbox.troubles = plan->troubles;
  if (plan->tasks.empty()) return inbox;
  const auto kept = std::make_shared<const Plan>(std::move(*plan));
  const Opened& at = *kept->opened.front();
  const Process& process = *at.repository.process;
  if (!role.empty() && !process.find_role(role)) {
    return failure(unknown("role", role, ids(process.roles)));
  }
  const auto person = find_identity(process, at.repository.root, request.person);
  if (!person) return tl::unexpected(person.error());
  auto book = RecordBook::open(at.repository, request.store, Access::kRead);
  if (!book) return tl::unexpected(std::move(book.error()));
  const auto shared = std::make_shared<RecordBook>(std::move(*book));
  for (const Task& task : kept->tasks) {
    const auto state = shared->state_of(*task.card);
    if (!state) return tl::unexpected(state.error());
    if (state->tracker.base.empty()) continue;
    auto tracked = TrackedProposal::open(request, kept, task, shared);
    if (!tracked) {
      inbox.troubles.push_back({task.card->path, tracked.error().message});
      continue;
    }
    const auto issue = (*tracked)->need_issue(*state);
    if (!issue) return tl::unexpected(issue.error());
    const Tracker tracker = make_tracker((*tracked)->input(*state, **issue));
    for (const ItemRequest& asked : tracker.requests) {
      if (!concerns(**tracked, asked, role, *person)) continue;
      const ItemView& view = tracker.items[asked.item];
      inbox.lines.push_back({task.card->number, task.card->title, view.item->key, view.item->text,
                             asked.role, asked.approves, asked.where, asked.text});
    }
  }
  return inbox;
}

}  // namespace milepost
