// How often a client, and an account, may ask: a bucket of each class for each, from which every
// request takes one and which fills evenly. Threads may share a RateLimiter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "features/common/route.h"

namespace milepost::web {

struct RateClass {
  double a_minute = 0;  // how fast a bucket fills
  double at_once = 0;   // how much it holds
};

// A person reads a page a second at most, a script a few more; trying passwords is slow on
// purpose. Answers that are kept already are not counted.
RateClass rate_class(Rate rate);

class RateLimiter {
 public:
  // `factor` is how many times the usual anybody may ask, but for signing in.
  explicit RateLimiter(std::size_t most_buckets, double factor = 1)
      : most_buckets_(most_buckets), factor_(factor) {}

  // Takes one from the bucket of a client or account. When it is empty: after how many seconds it
  // will not be. `now` counts milliseconds and never goes back.
  std::optional<int> refuse(Rate rate, std::string_view who, std::int64_t now);

  std::size_t size() const;

 private:
  struct Bucket {
    std::string key;
    double left = 0;
    std::int64_t filled = 0;
  };

  const std::size_t most_buckets_;
  const double factor_;
  mutable std::mutex mutex_;
  std::list<Bucket> buckets_;  // those used last stand first; the last is forgotten first
  std::unordered_map<std::string_view, std::list<Bucket>::iterator> by_key_;
};

}  // namespace milepost::web
