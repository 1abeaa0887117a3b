// A bar on standard error for what takes more than a second.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace milepost {

// "[#####     ]  120 of 319", at most so many columns.
std::string progress_bar(std::size_t done, std::size_t total, std::uint32_t columns);

// Draws at most ten times a second, straight to the terminal, and wipes the bar
// when it goes. Not shown: does nothing.
class Progress {
 public:
  explicit Progress(bool shown) : shown_(shown), next_(Clock::now() + std::chrono::seconds(1)) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::size_t done, std::size_t total);

 private:
  using Clock = std::chrono::steady_clock;

  const bool shown_;
  bool drawn_ = false;
  Clock::time_point next_;
};

}  // namespace milepost
