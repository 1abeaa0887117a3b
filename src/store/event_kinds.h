// The table of all kinds of events: what each means and which fields it has. It is made
// from what events are encoded and decoded by (event_descriptions.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace milepost::events {

enum class Topic : std::uint8_t { kReview, kTracking, kRelease, kName };

// Which streams a kind belongs to: "proposal/4211" and the like, or "moves".
enum class StreamKind : std::uint8_t { kProposal, kMoves };

struct EventField {
  std::string_view key;
  bool always = false;  // else it is left out when there is nothing to say
  std::string_view meaning;
};

struct EventKind {
  std::string_view name;
  Topic topic = Topic::kReview;
  StreamKind stream = StreamKind::kProposal;
  std::string_view meaning;            // a sentence
  std::span<const EventField> fields;  // in the order they are written in
};

std::span<const EventKind> all_kinds();
// Null when it is not known.
const EventKind* find_kind(std::string_view name);

}  // namespace milepost::events
