#include "cli/progress.h"

#include <algorithm>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/console.h"

namespace milepost {

namespace {

constexpr std::uint32_t kBarColumns = 60;

}  // namespace

std::string progress_bar(std::size_t done, std::size_t total, std::uint32_t columns) {
  done = std::min(done, total);
  std::string count = fmt::format("{:>{}} of {}", done, fmt::formatted_size("{}", total), total);
  const std::size_t taken = count.size() + 4;
  if (total == 0 || columns < taken + 10) return count;
  const std::size_t width = std::min<std::size_t>(columns - taken, 40);
  const std::size_t full = width * done / total;
  return fmt::format("[{}{}]  {}", std::string(full, '#'), std::string(width - full, ' '), count);
}

void Progress::update(std::size_t done, std::size_t total) {
  if (!shown_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  write_all(STDERR_FILENO, "\r" + progress_bar(done, total, kBarColumns));
}

Progress::~Progress() {
  if (drawn_) write_all(STDERR_FILENO, "\r\x1b[K");
}

}  // namespace milepost
