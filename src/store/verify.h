// Whether a record is what was recorded: every digest is worked out anew, every
// number and version counted, every state summed up again, every text weighed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/checkpoint.h"
#include "store/store.h"

namespace milepost {

struct Damage {
  std::uint64_t event = 0;  // that it is about; 0: none
  std::string message;      // names the event, too
  bool mendable = false;    // Store::rebuild() mends it, as long as the events are sound
  friend bool operator==(const Damage&, const Damage&) = default;
};

struct Verification {
  Head head;  // as the record says
  RecordCounts counts;
  // Events recorded for another moment than the clock's, and those that are older than one
  // before them: no damage, but to be known.
  struct Noted {
    std::uint64_t count = 0;
    std::uint64_t first = 0;  // its number
  };
  Noted own_moment, going_back;
  // Streams whose sum is not what this program makes of the events, where the head says that it
  // was made by other rules: it is made anew by whoever opens the record next.
  std::uint64_t other_sums = 0;
  std::uint64_t sums_version = 0;  // as the head says
  std::vector<Damage> damages;     // at most kMostDamages
  bool more = false;               // there were others
};

inline constexpr std::size_t kMostDamages = 200;

// Looks at the record as it is now; changes nothing. Fails when it cannot be read for
// another reason than damage.
Result<Verification> verify(const Store& store, const std::optional<Checkpoint>& checkpoint);

// The same but for the file's pages and the contents of texts, up to the first damage, which is
// the error: what whoever opens a record relies on. Without `with_states`, as of a schema whose
// states are made anew, only events are looked at.
Result<void> refuse_damage(const Store& store, bool with_states);

}  // namespace milepost
