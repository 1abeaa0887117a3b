// Which message about a freeze a proposal's people get. Pure: what is recorded counts, and before
// anything is, what is to be done.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "features/release/freeze_plan.h"

namespace milepost::release {

enum class MessageKind : std::uint8_t {
  kReady,      // everything is there, before the freeze
  kMet,        // it was, when the freeze passed
  kAtRisk,     // something is missing, before the freeze
  kRemoved,    // something was, when it passed
  kMoved,      // it was removed, and the date is a later one now
  kPending,    // an exception is asked for
  kException,  // there is more time
  kLeftOut,    // something was missing, and it stays nevertheless
};

std::string_view name(MessageKind kind);  // "at risk"

// Nothing for whom nothing is to be told: who opted out, or was deferred or removed before.
std::optional<MessageKind> message_kind(const FreezePlan& plan, const FreezeStep& step);

// Whether the message about what is now was posted. A reminder is not that of the freeze.
bool is_posted(const FreezePlan& plan, const ReleaseEntry& entry);

}  // namespace milepost::release
