// Ties what is recorded to what somebody has seen: while an UponSeen is there, its thread records
// of that stream only when nothing has come to it since. Else Record::act() is a conflict.
//
// Whoever compares versions before they act leaves a gap in which others may be quicker. The store
// compares again while nobody else writes, on whichever machine.
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
  explicit UponSeen(LastEvent seen)
      : seen_(std::move(seen)), before_(std::exchange(innermost, this)) {}
  ~UponSeen() { innermost = before_; }
  UponSeen(const UponSeen&) = delete;
  UponSeen& operator=(const UponSeen&) = delete;

  // Of this thread; nullptr for none.
  static const LastEvent* of(const std::string& stream) {
    const bool counts = innermost != nullptr && innermost->counts_;
    return counts && innermost->seen_.stream == stream ? &innermost->seen_ : nullptr;
  }
  // What follows is decided upon what this thread has recorded itself.
  static void clear() {
    if (innermost != nullptr) innermost->counts_ = false;
  }

 private:
  static inline thread_local UponSeen* innermost = nullptr;

  LastEvent seen_;
  UponSeen* before_;
  bool counts_ = true;
};

}  // namespace milepost
