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
  constexpr std::string_view kNames[] = {"tracked",   "at risk",      "exception pending",
                                         "exception", "not opted in", "removed",
                                         "deferred"};
  return kNames[static_cast<std::size_t>(state)];
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
  return judged.lacks_opt_in ? FreezeState::kOut : FreezeState::kAtRisk;
}

}  // namespace milepost::release
