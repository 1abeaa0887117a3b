#include "features/move/waiting.h"

#include <algorithm>
#include <cstdint>

namespace milepost::move {

namespace {

bool is_of_move(const Verdict& verdict) {
  return verdict.asks_reason() || verdict.kind == VerdictKind::kMove ||
         verdict.kind == VerdictKind::kOrder || verdict.kind == VerdictKind::kMover;
}

WaitingGroup group_of(const Verdict& verdict) {
  if (verdict.role_title.empty()) {
    return {is_of_move(verdict) ? "The move" : "Waiting for nobody in particular", {}, {}};
  }
  // An objection says itself whom it is for.
  return {"Waiting for " + verdict.role_title,
          verdict.is_objection() ? std::vector<std::string>() : verdict.who,
          {}};
}

std::int64_t deadline_of(const WaitingGroup& group) {
  std::int64_t nearest = INT64_MAX;
  for (const Verdict* const verdict : group.verdicts) {
    if (verdict->deadline) nearest = std::min(nearest, verdict->deadline->seconds);
  }
  return nearest;
}

}  // namespace

std::vector<WaitingGroup> waiting_groups(const GateVerdict& gate,
                                         const std::function<bool(const Verdict&)>& is_wanted) {
  std::vector<WaitingGroup> groups;
  for (const Verdict& verdict : gate.conditions) {
    if (!is_wanted(verdict)) continue;
    WaitingGroup own = group_of(verdict);
    auto group = std::ranges::find_if(groups, [&](const WaitingGroup& other) {
      return other.title == own.title && other.who == own.who;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), std::move(own));
    group->verdicts.push_back(&verdict);
  }
  std::ranges::stable_sort(groups, {}, deadline_of);
  return groups;
}

}  // namespace milepost::move
