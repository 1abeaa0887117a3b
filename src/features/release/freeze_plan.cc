#include "features/release/freeze_plan.h"

#include <algorithm>

namespace milepost::release {

std::string_view name(FreezeAction action) {
  constexpr std::string_view kNames[] = {"keep", "remove", "wait", "nothing", "except"};
  return kNames[static_cast<std::size_t>(action)];
}

FreezeAction action_for(const ReleaseEntry& entry, const FreezeEntry& freeze) {
  if (freeze.met) return FreezeAction::kNothing;
  switch (freeze.state) {
    case FreezeState::kTracked: return FreezeAction::kKeep;
    case FreezeState::kAtRisk:
    case FreezeState::kNotDue:  // reminders can be sent early
    case FreezeState::kMissed: return FreezeAction::kRemove;
    case FreezeState::kPending:
    case FreezeState::kException: return FreezeAction::kWait;
    case FreezeState::kOut:
      // Nobody has opted in, though the files aim at the release; who opted out is out.
      return entry.participation && entry.participation->state == ParticipationState::kOut
                 ? FreezeAction::kNothing
                 : FreezeAction::kRemove;
    case FreezeState::kRemoved:
    case FreezeState::kDeferred:
    case FreezeState::kDone: break;
  }
  return FreezeAction::kNothing;
}

}  // namespace milepost::release
