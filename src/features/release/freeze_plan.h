// What is done at a freeze: which proposals have met it, which are removed, and what to
// tell their authors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "features/release/model.h"

namespace milepost::release {

enum class FreezeAction : std::uint8_t {
  kKeep,     // it met the freeze, which is recorded
  kRemove,   // it did not
  kWait,     // an exception is asked for, or gives it more time
  kNothing,  // it is decided already
};

std::string_view name(FreezeAction action);  // "remove"

struct FreezeStep {
  std::size_t entry = 0;  // of the view
  FreezeAction action = FreezeAction::kNothing;
};

struct FreezePlan {
  ReleaseView view;
  std::string id, title;             // of the freeze
  std::size_t freeze = 0;            // its place among the freezes of an entry
  std::optional<Instant> deadline;   // of the release
  std::optional<Instant> ask_until;  // exceptions may be asked for before then
  std::vector<FreezeStep> steps;
  bool applied = false;

  bool passed() const { return deadline && !(view.now < *deadline); }
};

// What to do about one proposal.
FreezeAction action_for(const ReleaseEntry& entry, const FreezeEntry& freeze);

}  // namespace milepost::release
