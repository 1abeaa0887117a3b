#include "features/release/freeze.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/actions.h"
#include "features/release/applied_freeze.h"
#include "features/release/calendar.h"
#include "features/release/rows.h"
#include "features/release/slip.h"
#include "gates/roles.h"
#include "proposal/links.h"
#include "store/events.h"

namespace milepost::release {

namespace {

// Why a proposal is removed, on one line.
std::string reason_to_remove(const FreezePlan& plan, const ReleaseEntry& entry) {
  std::vector<std::string_view> ids;
  for (const Verdict& verdict : entry.freezes[plan.freeze].missing) ids.push_back(verdict.id);
  return fmt::format("{}: missing {}", plan.title, fmt::join(ids, ", "));
}

// Why a freeze that passed at its deadline does not remove a proposal; "" when it does. What
// was left out before the date moved is looked at again.
std::string exemption_of(std::span<const Event> events, const FreezePlan& plan) {
  const AppliedFreeze applied = applied_freeze(events, plan.view.calendar.release, plan.id);
  const Event* const exempt = applied.exempt;
  if (!exempt || !plan.deadline || exempt->time < *plan.deadline) return {};
  const bool left_out = exempt->kind == events::LeftOut::kKind;
  const std::string why = comment_of(*exempt);
  return fmt::format("{} {}{}{}", left_out ? "left out" : "restored", by_text(*exempt),
                     why.empty() ? "" : ": ", why);
}

bool is_removed_by(const FreezePlan& plan, const Participation* part) {
  return part && part->state == ParticipationState::kRemoved && part->freeze == plan.id;
}

std::string removed_already(const FreezePlan& plan, const std::string& called,
                            const Participation& part) {
  return fmt::format("{0} was removed {1}; milepost release restore {2} {0} brings it back", called,
                     action_text(part.action), plan.view.calendar.release);
}

// What one step records. Who acts, and why some are left out, is the same for all.
class Applier {
 public:
  Applier(const FreezePlan& plan, const Record& record, Actor actor, std::string reason,
          std::vector<NewEvent>& planned)
      : plan_(plan),
        record_(record),
        actor_(std::move(actor)),
        reason_(std::move(reason)),
        planned_(planned) {}

  // What was decided in the meantime stands.
  Result<Decision> decide(const FreezeStep& step, const Card& card, const ProposalState& state,
                          FreezeRow& row) const {
    row.kind.clear();
    const std::string& release = plan_.view.calendar.release;
    const Participation* const part = state.find_participation(release);
    if (step.action == FreezeAction::kExcept && is_removed_by(plan_, part)) {
      return failure(removed_already(plan_, called(card), *part));
    }
    const bool takes_part = !part || part->state == ParticipationState::kIn ||
                            part->state == ParticipationState::kUndecided;
    if (!takes_part || state.find_met(release, plan_.id)) return Decision{};
    if (step.action == FreezeAction::kKeep) {
      return record(card, events::Met{release, plan_.id, {}}, row, "met the " + plan_.title);
    }
    const ExceptionState* const exception = state.find_exception(release, plan_.id);
    if (exception && !exception->decided) return Decision{};
    TRY(const auto events, record_.events_of(stream_of(card)));
    if (!exemption_of(events, plan_).empty()) return Decision{};
    if (step.action == FreezeAction::kExcept) {
      return record(card, events::LeftOut{release, plan_.id, reason_}, row,
                    fmt::format("left out of the {}: {}", plan_.title, reason_));
    }
    const std::string reason = reason_to_remove(plan_, plan_.view.entries[step.entry]);
    return record(card, events::Removed{{release, reason}, plan_.id}, row,
                  fmt::format("removed from {}, {}", release, reason));
  }

 private:
  template <typename T>
  Decision record(const Card& card, T&& what, FreezeRow& row, std::string text) const {
    row.kind = std::remove_cvref_t<T>::kKind;
    row.text = std::move(text);
    NewEvent event = event_of(card, actor_, std::forward<T>(what));
    if (!plan_.dry_run) return {{std::move(event)}, {}};
    planned_.push_back(std::move(event));
    return {};
  }

  const FreezePlan& plan_;
  const Record& record_;
  const Actor actor_;
  const std::string reason_;
  std::vector<NewEvent>& planned_;
};

// With --dry-run what would be recorded is planned.
void apply(const ReleaseContext& context, Record& record, FreezePlan& plan, const Actor& actor,
           const std::string& reason, std::vector<NewEvent>& planned) {
  CardsByStream by_stream(context.selection);
  std::vector<const Card*> cards;
  std::vector<const FreezeStep*> steps;
  std::vector<FreezeRow> rows;
  for (const FreezeStep& step : plan.steps) {
    if (step.action == FreezeAction::kNothing || step.action == FreezeAction::kWait) continue;
    const ReleaseEntry& entry = plan.view.entries[step.entry];
    const bool met = entry.freezes[plan.freeze].missing.empty();
    if (step.action == FreezeAction::kExcept && met) continue;
    const Card& card = by_stream.card(entry.stream);
    const auto may = check_may(context.workspace, card, ReleaseAction::kRemove, actor.handle);
    if (!may) {
      plan.rows.push_back({entry.proposal, {}, {}, may.error().message});
      continue;
    }
    cards.push_back(&card);
    steps.push_back(&step);
    rows.push_back({entry.proposal});
  }
  const Applier applier(plan, record, actor, reason, planned);
  const auto refused = act_on_rows(record, cards, [&](std::size_t i, const ProposalState& state) {
    return applier.decide(*steps[i], *cards[i], state, rows[i]);
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (refused[i]) rows[i].refused = refused[i]->message;
    if (refused[i] || !rows[i].kind.empty()) plan.rows.push_back(std::move(rows[i]));
  }
}

Result<void> find_left_out(FreezePlan& plan, const Record& record) {
  for (FreezeStep& step : plan.steps) {
    if (step.action != FreezeAction::kRemove || !plan.passed()) continue;
    TRY(const auto events, record.events_of(plan.view.entries[step.entry].stream));
    step.why = exemption_of(events, plan);
    if (!step.why.empty()) step.action = FreezeAction::kExcept;
  }
  return {};
}

Result<void> leave_out(FreezePlan& plan, const Workspace& workspace, const FreezeOptions& options) {
  for (const std::string& word : options.except) {
    TRY(const auto stream, stream_meant(workspace, word));
    const auto found = std::ranges::find_if(plan.steps, [&](const FreezeStep& step) {
      return plan.view.entries[step.entry].stream == stream;
    });
    if (found == plan.steps.end()) {
      return failure(
          fmt::format("--except {}: no such proposal is in {}", word, plan.view.calendar.release));
    }
    const ReleaseEntry& entry = plan.view.entries[found->entry];
    if (is_removed_by(plan, entry.participation ? &*entry.participation : nullptr)) {
      return failure(removed_already(plan, entry.proposal.called(), *entry.participation));
    }
    const bool open =
        found->action == FreezeAction::kRemove || found->action == FreezeAction::kKeep;
    if (!open) continue;
    found->action = FreezeAction::kExcept;
    found->why = options.reason;
  }
  return {};
}

}  // namespace

CardsByStream::CardsByStream(const Selection& selection) {
  for (const Selected& selected : selection.proposals) {
    cards_.emplace(stream_of(*selected.card), selected.card);
  }
}

const Card& CardsByStream::card(const std::string& stream) {
  const auto found = cards_.find(stream);
  if (found != cards_.end()) return *found->second;
  return gone_.try_emplace(stream, gone_card(called_in(stream))).first->second;
}

Result<FreezePlan> begin_plan(const ReleaseContext& context, const std::string& name) {
  const Calendar& calendar = context.process().calendar;
  TRY(const CalendarDate* const freeze, find_freeze(calendar, name));
  FreezePlan plan;
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
  if (const auto addresses = own_addresses(context.process()); !addresses.empty()) {
    plan.site = {addresses.front(), context.process().layout.git_folder,
                 context.process().layout.numbering == Numbering::kGiven};
  }
  return plan;
}

Result<FreezePlan> plan_freeze(const ReleaseContext& context, const Record& record,
                               const std::string& name, const ViewOptions& options) {
  TRY(auto plan, begin_plan(context, name));
  TRY(plan.view, view_release(context, record, options));
  const Calendar& calendar = context.process().calendar;
  CardsByStream cards(context.selection);
  for (std::size_t i = 0; i < plan.view.entries.size(); ++i) {
    const ReleaseEntry& entry = plan.view.entries[i];
    FreezeStep& step = plan.steps.emplace_back();
    step.entry = i;
    step.action = action_for(entry, entry.freezes[plan.freeze]);
    step.deciders = describe_holders(context.process(), calendar.roles_of(ReleaseAction::kDecide),
                                     cards.card(entry.stream), context.workspace.facts().rosters());
  }
  return plan;
}

Result<FreezePlan> plan_messages(const ReleaseContext& context, const Record& record,
                                 const std::string& name) {
  TRY(const CalendarDate* const freeze, find_freeze(context.process().calendar, name));
  const ViewOptions view{.decided = true, .freeze = freeze->id, .settled = true};
  TRY(auto plan, plan_freeze(context, record, freeze->id, view));
  TRY(find_left_out(plan, record));
  plan.slip = find_slip(plan);
  return plan;
}

namespace {

Result<FreezePlan> plan_and_apply(const Workspace& workspace, const FreezeOptions& options,
                                  std::vector<NewEvent>& planned) {
  TRY(const auto context, find_context(workspace, {options.release}));
  const bool writes = options.apply && !options.dry_run;
  TRY(const auto record, workspace.open_record(writes ? Access::kWrite : Access::kRead));
  TRY(auto plan, plan_messages(context, *record, options.freeze));
  TRY(leave_out(plan, workspace, options));
  if (!options.apply) return plan;

  TRY(const auto handle, actor_of(workspace, options.actor));
  if (!plan.passed()) {
    return failure(
        fmt::format("the {} of {} has not passed yet: {}", plan.title, plan.view.calendar.release,
                    plan.deadline ? "it is on " + to_string(*plan.deadline)
                                  : context.process().calendar.file + " does not say when it is"));
  }
  if (!options.except.empty() && trim(options.reason).empty()) {
    return failure("why are they left out? Say it with --reason \"…\"");
  }
  plan.dry_run = options.dry_run;
  apply(context, *record, plan, {handle, workspace.now()}, std::string(trim(options.reason)),
        planned);
  plan.applied = writes;
  return plan;
}

}  // namespace

Result<FreezePlan> freeze_release(const Workspace& workspace, const FreezeOptions& options) {
  std::vector<NewEvent> planned;
  return plan_and_apply(workspace, options, planned);
}

Result<std::vector<NewEvent>> freeze_events(const Workspace& workspace, FreezeOptions options) {
  options.apply = options.dry_run = true;
  std::vector<NewEvent> planned;
  return plan_and_apply(workspace, options, planned).map([&](const FreezePlan&) {
    return std::move(planned);
  });
}

}  // namespace milepost::release
