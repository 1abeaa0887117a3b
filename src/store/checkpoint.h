// A checkpoint says what a record was at some time: kept elsewhere, it shows whether
// the record still says the same, even if somebody has made the whole chain anew.
//
//   milepost checkpoint 1
//   record 0f6c…
//   events 1234
//   digest 9c1d…
//   time 2026-10-08T12:00:00Z
#pragma once

#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "store/store.h"

namespace milepost {

struct Checkpoint {
  std::string record;  // its identifier
  Head head;
  Instant time;
  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

std::string to_text(const Checkpoint& checkpoint);

// Only what to_text() writes: a checkpoint that was changed proves nothing.
Result<Checkpoint> parse_checkpoint(std::string_view text);

}  // namespace milepost
