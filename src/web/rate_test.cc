#include "web/rate.h"

#include <gtest/gtest.h>

#include "web/client.h"

namespace milepost::web {
namespace {

TEST(RateLimiter, FillsEvenly) {
  RateLimiter limiter(100);
  const auto at_once = static_cast<int>(rate_class(Rate::kSignIn).at_once);
  for (int i = 0; i < at_once; ++i) EXPECT_FALSE(limiter.refuse(Rate::kSignIn, "a", 0));
  const int wait = limiter.refuse(Rate::kSignIn, "a", 0).value();
  EXPECT_EQ(wait, static_cast<int>(60 / rate_class(Rate::kSignIn).a_minute));
  EXPECT_TRUE(limiter.refuse(Rate::kSignIn, "a", wait * 1000 - 1));
  EXPECT_FALSE(limiter.refuse(Rate::kSignIn, "a", wait * 1000));
  EXPECT_TRUE(limiter.refuse(Rate::kSignIn, "a", wait * 1000));
  EXPECT_FALSE(limiter.refuse(Rate::kSignIn, "b", 0)) << "another has its own";
  EXPECT_FALSE(limiter.refuse(Rate::kRead, "a", 0)) << "another class, too";
}

TEST(RateLimiter, HoldsNoMoreThanABucketful) {
  RateLimiter limiter(100);
  limiter.refuse(Rate::kSignIn, "a", 0);
  int taken = 0;
  while (!limiter.refuse(Rate::kSignIn, "a", 1'000'000'000)) ++taken;
  EXPECT_EQ(taken, static_cast<int>(rate_class(Rate::kSignIn).at_once));
}

TEST(RateLimiter, IsBounded) {
  RateLimiter limiter(10);
  for (int i = 0; i < 1000; ++i) limiter.refuse(Rate::kRead, std::to_string(i), i);
  EXPECT_EQ(limiter.size(), 10U);
}

TEST(RateLimiter, EveryClassIsLimited) {
  for (const Rate rate : {Rate::kRead, Rate::kSearch, Rate::kCheck, Rate::kWrite, Rate::kSignIn}) {
    EXPECT_GT(rate_class(rate).a_minute, 0);
    EXPECT_GE(rate_class(rate).at_once, 1);
  }
}

TEST(Client, IsCountedByItsNetwork) {
  EXPECT_EQ(counted_as("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(counted_as("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(counted_as("2001:db8:1:2:aaaa::1"), counted_as("2001:db8:1:2:bbbb::2"));
  EXPECT_NE(counted_as("2001:db8:1:2::1"), counted_as("2001:db8:1:3::1"));
}

TEST(Client, Loopback) {
  for (const std::string_view address : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(is_loopback(address)) << address;
  }
  for (const std::string_view address : {"", "10.0.0.1", "0.0.0.0", "127.0.0.1.evil.test", "::2"}) {
    EXPECT_FALSE(is_loopback(address)) << address;
  }
}

}  // namespace
}  // namespace milepost::web
