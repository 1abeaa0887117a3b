// Whom cookies and tokens stand for, for a few seconds, so that not every request asks the
// database. Threads may share one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "accounts/accounts.h"

namespace milepost::accounts {

class Remembered {
 public:
  std::optional<Identity> find(const std::string& digest, Instant now) const {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(digest);
    if (found == known_.end() || now < found->second.at || now >= found->second.until) {
      return std::nullopt;
    }
    return found->second.identity;
  }

  // To be asked before the database is: what was read before somebody forgot is not kept.
  std::uint64_t generation() const {
    const std::lock_guard lock(mutex_);
    return generation_;
  }
  // Until it expires, at the latest.
  void keep(const std::string& digest, const Identity& identity, Instant now, Instant expires,
            std::uint64_t generation) {
    constexpr std::size_t kMost = 10'000;
    const std::lock_guard lock(mutex_);
    if (generation != generation_) return;
    if (known_.size() >= kMost) known_.clear();
    known_[digest] = {identity, now, std::min(expires, Instant{now.seconds + kRemembered})};
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    ++generation_;
    known_.clear();
  }

 private:
  struct Entry {
    Identity identity;
    Instant at;
    Instant until;
  };
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Entry> known_;
  std::uint64_t generation_ = 0;
};

}  // namespace milepost::accounts
