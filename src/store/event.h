// An Event is one thing that happened, for good: an approval, a tick, a label.
//
// What it means is not known here. Events are numbered through the record, and
// versioned through the stream they belong to; each names the digest of the one
// before it, so that none can be changed, left out or moved unnoticed.
//
// The digest of an event is the SHA-256 of "milepost event 1\n" followed by these,
// each as a netstring (its length in bytes, a colon, the bytes, a comma):
//
//   the digest before it, in hexadecimal; its number; its version; its stream; its
//   kind; who did it; 1 when that is claimed, else 0; its time in seconds since 1970;
//   its fields, which are a row of netstrings: a key, its value, the next key, …;
//   the digests of its texts in hexadecimal, one after the other
//
// The digest before the first event is the SHA-256 of "milepost record 1\n" and the
// identifier of the record. Records hold these digests, so none of this ever changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "store/digest.h"

namespace milepost {

// The clocks of those who write one record may differ by so many seconds.
inline constexpr std::int64_t kClocksDiffer = 300;

// The field that says what the clock was when somebody recorded an event for another moment.
inline constexpr std::string_view kClockField = "clock";

using EventFields = std::vector<std::pair<std::string, std::string>>;

struct NewEvent {
  std::string stream;   // what it is about: "proposal/4211", "release/v1.38"
  std::string kind;     // "approved"
  std::string by;       // a handle; "" when nobody said
  bool claimed = true;  // `by` was said, not proved
  Instant time;
  EventFields fields;         // in order, no key twice
  std::vector<Digest> texts;  // that are kept with it
  friend bool operator==(const NewEvent&, const NewEvent&) = default;
};

struct Event : NewEvent {
  std::uint64_t number = 0;   // in the record, from 1, without gaps
  std::uint64_t version = 0;  // in its stream, from 1, without gaps
  Digest before;
  Digest digest;
  friend bool operator==(const Event&, const Event&) = default;
};

// Why an event cannot be recorded: it is beyond a limit, or has characters that a
// name cannot have. Everything is UTF-8; only values may have line ends and the like.
Result<void> check_event(const NewEvent& event);

Digest digest_of(const Sha256& sha256, const Event& event);
Digest digest_before_first(const Sha256& sha256, std::string_view record_id);

// How fields and texts are written down, in the digest and in the store.
std::string fields_text(const EventFields& fields);
std::optional<EventFields> parse_fields(std::string_view text);
std::string texts_text(const std::vector<Digest>& texts);
std::optional<std::vector<Digest>> parse_texts(std::string_view text);

// An instant that has a date of four digits, as every event's must.
bool is_recordable(Instant time);

// A moment that had come when an event was recorded: the one it is for, or what the clock
// said then if that was earlier. Whatever was recorded after it is not from before.
Instant had_come_by(const NewEvent& event);

}  // namespace milepost
