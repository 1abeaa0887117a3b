// How often this process has opened things that one opening should do for: a test holds every
// verb to it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milepost {

enum class Opening : std::uint8_t { kRepository, kIndex, kHistory, kRecord };

class Openings {
 public:
  void count(Opening what) { ++counts_[static_cast<std::size_t>(what)]; }
  int of(Opening what) const { return counts_[static_cast<std::size_t>(what)]; }

 private:
  std::array<std::atomic<int>, 4> counts_{};
};

inline Openings& openings() {
  static Openings all;
  return all;
}

}  // namespace milepost
