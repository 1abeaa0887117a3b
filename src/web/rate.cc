#include "web/rate.h"

#include <algorithm>
#include <cmath>

namespace milepost::web {

RateClass rate_class(Rate rate) {
  switch (rate) {
    case Rate::kUnlimited: return {};
    case Rate::kRead: return {1200, 300};
    case Rate::kSearch: return {300, 60};
    case Rate::kCheck: return {120, 30};
    case Rate::kWrite: return {120, 60};
    case Rate::kSignIn: return {10, 10};
  }
  return {};
}

std::optional<int> RateLimiter::refuse(Rate rate, std::string_view who, std::int64_t now) {
  if (rate == Rate::kUnlimited) return std::nullopt;
  RateClass allowed = rate_class(rate);
  if (rate != Rate::kSignIn) allowed = {allowed.a_minute * factor_, allowed.at_once * factor_};
  std::string key = std::to_string(static_cast<int>(rate)) + ' ' + std::string(who);
  const std::scoped_lock held(mutex_);
  const auto known = by_key_.find(key);
  if (known == by_key_.end()) {
    if (buckets_.size() >= most_buckets_) {
      by_key_.erase(buckets_.back().key);
      buckets_.pop_back();
    }
    buckets_.push_front({std::move(key), allowed.at_once, now});
    by_key_.emplace(buckets_.front().key, buckets_.begin());
  } else {
    buckets_.splice(buckets_.begin(), buckets_, known->second);
  }
  Bucket& bucket = buckets_.front();
  const double a_millisecond = allowed.a_minute / 60'000;
  const auto passed = static_cast<double>(std::max<std::int64_t>(now - bucket.filled, 0));
  bucket.left = std::min(allowed.at_once, bucket.left + passed * a_millisecond);
  bucket.filled = std::max(now, bucket.filled);
  if (bucket.left >= 1) {
    bucket.left -= 1;
    return std::nullopt;
  }
  return static_cast<int>(std::ceil((1 - bucket.left) / a_millisecond / 1000));
}

std::size_t RateLimiter::size() const {
  const std::scoped_lock held(mutex_);
  return buckets_.size();
}

}  // namespace milepost::web
