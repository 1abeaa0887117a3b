#include "search/connections.h"

#include <utility>

namespace milepost::search {

Connections::Connections(std::unique_ptr<Database> first, Open open, std::size_t most)
    : open_(std::move(open)), most_(most) {
  free_.push_back(std::move(first));
}

Result<Connections::Held> Connections::take() {
  std::unique_lock lock(using_);
  returned_.wait(lock, [this] { return !free_.empty() || opened_ < most_; });
  if (!free_.empty()) {
    auto database = std::move(free_.back());
    free_.pop_back();
    return Held(*this, std::move(database));
  }
  ++opened_;
  lock.unlock();
  auto database = open_();
  if (database && *database) return Held(*this, *std::move(database));
  lock.lock();
  --opened_;
  returned_.notify_one();
  if (!database) return tl::unexpected(std::move(database.error()));
  return failure("the index of the texts is gone", ErrorKind::kUnavailable);
}

void Connections::give_back(std::unique_ptr<Database> database) {
  const std::scoped_lock lock(using_);
  free_.push_back(std::move(database));
  returned_.notify_one();
}

}  // namespace milepost::search
