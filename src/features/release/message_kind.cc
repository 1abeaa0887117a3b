#include "features/release/message_kind.h"

#include <algorithm>

namespace milepost::release {

namespace {

// Earlier programs did not note the freeze; the reason they gave begins with it.
bool is_removed_at(const FreezePlan& plan, const ReleaseEntry& entry) {
  const auto& part = entry.participation;
  if (!part || part->state != ParticipationState::kRemoved) return false;
  return part->freeze.empty() ? part->action.comment.starts_with(plan.title + ": missing ")
                              : part->freeze == plan.id;
}

bool is_early(const FreezePlan& plan, const ReleaseEntry& entry) {
  return plan.deadline && entry.participation->action.time < *plan.deadline;
}

}  // namespace

std::string_view name(MessageKind kind) {
  constexpr std::string_view kNames[] = {"ready", "met",     "at risk",   "removed",
                                         "moved", "pending", "exception", "left out"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<MessageKind> message_kind(const FreezePlan& plan, const FreezeStep& step) {
  const ReleaseEntry& entry = plan.view.entries[step.entry];
  const FreezeEntry& freeze = entry.freezes[plan.freeze];
  if (freeze.state == FreezeState::kPending) return MessageKind::kPending;
  if (is_removed_at(plan, entry)) {
    return is_early(plan, entry) ? MessageKind::kMoved : MessageKind::kRemoved;
  }
  const bool takes_part = !entry.participation ||
                          entry.participation->state == ParticipationState::kIn ||
                          entry.participation->state == ParticipationState::kUndecided;
  if (!takes_part) return std::nullopt;
  if (freeze.met) return MessageKind::kMet;
  switch (step.action) {
    case FreezeAction::kKeep: return plan.passed() ? MessageKind::kMet : MessageKind::kReady;
    case FreezeAction::kRemove: return plan.passed() ? MessageKind::kRemoved : MessageKind::kAtRisk;
    case FreezeAction::kWait: return MessageKind::kException;
    case FreezeAction::kExcept: return MessageKind::kLeftOut;
    case FreezeAction::kNothing: break;
  }
  return std::nullopt;
}

bool is_posted(const FreezePlan& plan, const ReleaseEntry& entry) {
  const auto& notified = entry.freezes[plan.freeze].notified;
  if (!notified) return false;
  if (is_removed_at(plan, entry)) return !(notified->time < entry.participation->action.time);
  return !plan.passed() || !(notified->time < *plan.deadline);
}

}  // namespace milepost::release
