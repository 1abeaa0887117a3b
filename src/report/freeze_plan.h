// What is done at a freeze: which proposals have met it, which are removed, and what to
// tell their authors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/release.h"

namespace milepost {

enum class FreezeAction : std::uint8_t {
  kKeep,     // it met the freeze, which is put down
  kRemove,   // it did not
  kWait,     // an exception is asked for, or gives it more time
  kNothing,  // it is decided already
};

std::string_view name(FreezeAction action);  // "remove"

struct FreezeStep {
  std::size_t entry = 0;  // of the view
  FreezeAction action = FreezeAction::kNothing;
  std::string message;  // Markdown to post; "" when there is nothing to say
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
FreezeAction action_for(const ReleaseEntry& entry, const FreezeStanding& freeze);

// What to post about it.
std::string freeze_message(const FreezePlan& plan, const ReleaseEntry& entry, FreezeAction action);

std::string render_freeze_text(const FreezePlan& plan, const TextOptions& options);
std::string render_freeze_json(const FreezePlan& plan);
// The messages alone, each below the number of its proposal.
std::string render_freeze_markdown(const FreezePlan& plan);

}  // namespace milepost
