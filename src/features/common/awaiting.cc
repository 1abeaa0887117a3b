#include "features/common/awaiting.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace milepost {

namespace {

class Counts {
 public:
  void set(const Visit& visit, std::size_t count) {
    const std::lock_guard lock(mutex_);
    // More people than that are not there at once; who comes back is counted again.
    constexpr std::size_t kMost = 10'000;
    if (counts_.size() >= kMost) counts_.clear();
    counts_[key(visit)] = count;
  }
  std::optional<std::size_t> find(const Visit& visit) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(key(visit));
    return found == counts_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  using Key = std::pair<std::string, std::string>;
  static Key key(const Visit& visit) { return {visit.workspace->root(), visit.visitor.handle}; }

  std::mutex mutex_;
  std::map<Key, std::size_t> counts_;
};

Counts& counts() {
  static Counts all;
  return all;
}

}  // namespace

void note_awaiting(const Visit& visit, std::size_t count) {
  if (visit.workspace && visit.visitor.signed_in()) counts().set(visit, count);
}

std::optional<std::size_t> find_awaiting(const Visit& visit) {
  if (!visit.workspace || !visit.visitor.signed_in()) return std::nullopt;
  return counts().find(visit);
}

}  // namespace milepost
