// Ties what is recorded to what somebody has seen: records that are given an UponSeen record of its
// stream only when nothing has come to that since. Else Record::act() is a conflict.
//
// Whoever compares versions before they act leaves a gap in which others may be quicker. The store
// compares again while nobody else writes, on whichever machine. One person's records share one,
// in one thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace milepost {

// The last event of a stream; number 0: there is none.
struct LastEvent {
  std::string stream;
  std::uint64_t number = 0;
};

class UponSeen {
 public:
  explicit UponSeen(LastEvent seen) : seen_(std::move(seen)) {}

  // What was seen of a stream; nullptr for nothing that counts.
  const LastEvent* of(const std::string& stream) const {
    return counts_ && seen_.stream == stream ? &seen_ : nullptr;
  }
  // What follows is decided upon what the same person has recorded.
  void clear() { counts_ = false; }

 private:
  const LastEvent seen_;
  bool counts_ = true;
};

}  // namespace milepost
