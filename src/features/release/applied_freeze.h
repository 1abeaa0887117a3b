// What applying a freeze of a release did to one proposal, and what was done about that since, by
// its events. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "store/event.h"

namespace milepost::release {

struct AppliedFreeze {
  enum class Outcome : std::uint8_t { kNone, kMet, kRemoved };

  Outcome outcome = Outcome::kNone;  // that stands
  const Event* applied = nullptr;    // the event of it
  const Event* since = nullptr;      // what somebody did first because of it, or in spite of it
  // Why the freeze removes it no more: it was left out, or somebody restored it after the freeze
  // had removed it.
  const Event* exempt = nullptr;
  const Event* notified = nullptr;  // the last message about the freeze that was posted
};

// Points into the events, which are those of one proposal, the oldest first.
AppliedFreeze applied_freeze(std::span<const Event> events, std::string_view release,
                             std::string_view freeze);

// "an exception was asked for by @x on 2027-02-05", of an event that is `since`.
std::string since_text(const Event& event);

std::string comment_of(const Event& event);

// "by @x on 2027-02-05"
std::string by_text(const Event& event);

}  // namespace milepost::release
