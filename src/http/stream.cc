#include "http/stream.h"

#include <utility>

namespace milepost::http {

// Called without the lock: whoever is woken may take at once.
void Stream::wake_listener(std::unique_lock<std::mutex> held) {
  const std::function<void()> wake = wake_;
  held.unlock();
  if (wake) wake();
}

bool Stream::push(std::string bytes) {
  std::unique_lock held(mutex_);
  if (ended_) return false;
  // One who keeps up gets anything, however long; one who does not still gets what is there.
  const bool keeps_up = waiting_.size() <= most_bytes_ / 8;
  const bool fits = keeps_up || waiting_.size() + bytes.size() <= most_bytes_;
  if (fits) {
    waiting_ += bytes;
  } else {
    ended_ = true;
  }
  wake_listener(std::move(held));
  return fits;
}

void Stream::end() {
  std::unique_lock held(mutex_);
  if (ended_) return;
  ended_ = true;
  wake_listener(std::move(held));
}

bool Stream::ended() const {
  const std::scoped_lock held(mutex_);
  return ended_;
}

std::optional<std::string> Stream::take() {
  const std::scoped_lock held(mutex_);
  if (waiting_.empty() && ended_) return std::nullopt;
  return std::exchange(waiting_, {});
}

void Stream::on_more(std::function<void()> wake) {
  std::unique_lock held(mutex_);
  wake_ = std::move(wake);
  if (!waiting_.empty() || ended_) wake_listener(std::move(held));
}

}  // namespace milepost::http
