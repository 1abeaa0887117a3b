#include "features/release/freeze_state.h"

namespace milepost::release {

namespace {

bool is_pending(const FreezeRecord& record) {
  return record.exception && !record.exception->decided;
}

bool is_granted(const FreezeRecord& record) {
  return record.exception && record.exception->decided && record.exception->approved;
}

ParticipationState part_of(const FreezeRecord& record) {
  return record.part ? record.part->state : ParticipationState::kUndecided;
}

}  // namespace

std::string_view name(FreezeState state) {
  constexpr std::string_view kNames[] = {
      "tracked", "at risk", "exception pending", "exception", "not opted in", "removed", "deferred",
      "missed",  "done",    "not due yet"};
  return kNames[static_cast<std::size_t>(state)];
}

FreezeRecord freeze_record(const Release& release, const std::string& freeze,
                           const ProposalState& state) {
  const std::string name = to_string(release.version);
  return {release.date(freeze), state.find_participation(name), state.find_exception(name, freeze),
          state.find_met(name, freeze) != nullptr};
}

bool is_exempt(const Release& release, const std::string& freeze, const ProposalState& state) {
  const auto deadline = release.date(freeze);
  const ExemptState* const exempt = state.find_exempt(to_string(release.version), freeze);
  return exempt && deadline && !(exempt->action.time < *deadline);
}

std::optional<Instant> own_deadline(const FreezeRecord& record) {
  if (!is_granted(record)) return record.deadline;
  const auto until = parse_instant(record.exception->until);
  return until ? until : record.deadline;
}

bool has_passed(const FreezeRecord& record, Instant now) {
  const auto deadline = own_deadline(record);
  return deadline && !(now < *deadline);
}

std::string_view name(FreezeDue due) {
  constexpr std::string_view kNames[] = {"passed", "next", "later", "unset"};
  return kNames[static_cast<std::size_t>(due)];
}

FreezeDue due_of(const FreezeRecord& record, Instant now) {
  if (!own_deadline(record)) return FreezeDue::kUnset;
  if (has_passed(record, now)) return FreezeDue::kPassed;
  return record.later ? FreezeDue::kLater : FreezeDue::kNext;
}

bool is_to_judge(const FreezeRecord& record) {
  const ParticipationState part = part_of(record);
  if (part == ParticipationState::kRemoved) return is_pending(record);
  return part != ParticipationState::kDeferred && part != ParticipationState::kOut && !record.met;
}

FreezeState state_at(const FreezeRecord& record, const FreezeJudgement& judged, Instant now) {
  switch (part_of(record)) {
    case ParticipationState::kRemoved:
      return is_pending(record) ? FreezeState::kPending : FreezeState::kRemoved;
    case ParticipationState::kDeferred: return FreezeState::kDeferred;
    case ParticipationState::kOut: return FreezeState::kOut;
    case ParticipationState::kIn:
    case ParticipationState::kUndecided: break;
  }
  if (record.met || judged.open) return FreezeState::kTracked;
  if (is_granted(record) && !has_passed(record, now)) return FreezeState::kException;
  if (is_pending(record)) return FreezeState::kPending;
  if (judged.lacks_opt_in) return FreezeState::kOut;
  switch (due_of(record, now)) {
    case FreezeDue::kPassed: return FreezeState::kMissed;
    case FreezeDue::kNext: return FreezeState::kAtRisk;
    case FreezeDue::kLater:
    case FreezeDue::kUnset: break;
  }
  return FreezeState::kNotDue;
}

}  // namespace milepost::release
