#include "features/release/freeze.h"

#include <unordered_map>

#include <fmt/format.h>

#include "features/release/actions.h"
#include "features/release/calendar.h"
#include "features/release/view.h"
#include "store/events.h"

namespace milepost::release {

namespace {

// Why a proposal is removed, on one line.
std::string reason_of(const FreezePlan& plan, const ReleaseEntry& entry) {
  std::vector<std::string_view> ids;
  for (const Verdict& verdict : entry.freezes[plan.freeze].missing) ids.push_back(verdict.id);
  return fmt::format("{}: missing {}", plan.title, fmt::join(ids, ", "));
}

// What was decided in the meantime stands.
Decision decide(const FreezePlan& plan, const FreezeStep& step, const Card& card,
                const Actor& actor, const ProposalState& state) {
  const std::string& release = plan.view.calendar.release;
  const Participation* const part = state.find_participation(release);
  if (part && part->state != ParticipationState::kIn &&
      part->state != ParticipationState::kUndecided)
    return {};
  if (state.find_met(release, plan.id)) return {};
  if (step.action == FreezeAction::kKeep) {
    return {{event_of(card, actor, events::Met{release, plan.id, {}})}, {}};
  }
  const ExceptionState* const exception = state.find_exception(release, plan.id);
  if (exception && !exception->decided) return {};
  const std::string reason = reason_of(plan, plan.view.entries[step.entry]);
  return {{event_of(card, actor, events::Removed{{release, reason}})}, {}};
}

Result<void> apply(const ReleaseContext& context, Record& record, const FreezePlan& plan,
                   const Actor& actor) {
  std::unordered_map<std::string, Card> cards;
  for (const FreezeStep& step : plan.steps) {
    const std::string& stream = plan.view.entries[step.entry].stream;
    cards.emplace(stream, gone_card(called_in(stream)));
  }
  for (const Selected& selected : context.selection.proposals) {
    const auto found = cards.find(stream_of(*selected.card));
    if (found != cards.end()) found->second = *selected.card;
  }
  // Nobody is to be refused halfway.
  for (const FreezeStep& step : plan.steps) {
    const Card& card = cards.at(plan.view.entries[step.entry].stream);
    TRY(check_may(context.workspace, card, ReleaseAction::kRemove, actor.handle));
  }
  for (const FreezeStep& step : plan.steps) {
    if (step.action != FreezeAction::kKeep && step.action != FreezeAction::kRemove) continue;
    const Card& card = cards.at(plan.view.entries[step.entry].stream);
    TRY(record.act(card, [&](const ProposalState& state) -> Result<Decision> {
      return decide(plan, step, card, actor, state);
    }));
  }
  return {};
}

}  // namespace

Result<FreezePlan> freeze_release(const Workspace& workspace, const FreezeOptions& options) {
  TRY(const auto context, find_context(workspace, {options.release}));
  TRY(const auto record, workspace.open_record(options.apply ? Access::kWrite : Access::kRead));
  const Calendar& calendar = context.process().calendar;
  TRY(const CalendarDate* const freeze, find_freeze(calendar, options.freeze));
  TRY(auto view, view_release(context, *record));

  FreezePlan plan;
  plan.view = std::move(view);
  plan.id = freeze->id;
  plan.title = freeze->title;
  for (const CalendarDate& date : calendar.dates) {
    if (&date == freeze) break;
    if (!date.gate.empty()) ++plan.freeze;
  }
  plan.deadline = context.release.date(plan.id);
  if (plan.deadline) {
    plan.ask_until =
        Instant{plan.deadline->seconds + static_cast<std::int64_t>(calendar.exception_days) * kDay};
  }
  for (std::size_t i = 0; i < plan.view.entries.size(); ++i) {
    const ReleaseEntry& entry = plan.view.entries[i];
    const FreezeAction action = action_for(entry, entry.freezes[plan.freeze]);
    plan.steps.push_back({i, action});
  }
  if (!options.apply) return plan;

  TRY(const auto handle, actor_of(workspace, options.actor));
  if (!plan.passed()) {
    return failure(fmt::format("the {} of {} has not passed yet: {}", plan.title,
                               plan.view.calendar.release,
                               plan.deadline ? "it is on " + to_string(*plan.deadline)
                                             : calendar.file + " does not say when it is"));
  }
  TRY(apply(context, *record, plan, {handle, workspace.now()}));
  plan.applied = true;
  return plan;
}

}  // namespace milepost::release
