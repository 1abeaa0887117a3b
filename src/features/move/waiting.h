// What closes a gate, by whom it waits for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gates/gate.h"

namespace milepost::move {

struct WaitingGroup {
  std::string title;             // "Waiting for an approver"
  std::vector<std::string> who;  // empty where they are not known, or each condition names its own
  std::vector<const Verdict*> verdicts;  // of the gate
};

// Of the wanted verdicts; the nearest deadline first.
std::vector<WaitingGroup> waiting_groups(const GateVerdict& gate,
                                         const std::function<bool(const Verdict&)>& is_wanted);

}  // namespace milepost::move
