#include "accounts/passwords.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::accounts {
namespace {

PasswordCost least() { return {8192, 1, 2, 2}; }

TEST(Passwords, AreArgon2idOfTheCostAskedFor) {
  const auto passwords = *Passwords::load(least());
  const std::string hashed = *passwords->hash("correct horse battery");
  EXPECT_THAT(hashed, testing::StartsWith("$argon2id$v=19$m=8,t=1,p=1$"));
  EXPECT_NE(hashed, *passwords->hash("correct horse battery"));
  EXPECT_TRUE(*passwords->verify(hashed, "correct horse battery"));
  EXPECT_FALSE(*passwords->verify(hashed, "correct horse batterz"));
  EXPECT_FALSE(*passwords->verify("", ""));
  EXPECT_FALSE(*passwords->verify("$argon2id$nonsense", "correct horse battery"));
  EXPECT_FALSE(passwords->is_dated(hashed));
  EXPECT_TRUE((*Passwords::load({16384, 1, 2, 2}))->is_dated(hashed));
}

TEST(Passwords, OfNobodyTakeAsLongAsThoseOfSomebody) {
  // A hash that cannot be read is refused at once; the one that stands for nobody is not. Enough
  // passes make the difference a hundredfold.
  const auto passwords = *Passwords::load({std::size_t{4} << 20U, 8, 2, 2});
  const auto seconds = [&](const std::string& hashed) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(*passwords->verify(hashed, "wrong"));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const std::string hashed = *passwords->hash("correct horse battery");
  EXPECT_GT(seconds(""), seconds(hashed) / 10);
}

TEST(Passwords, AreRefusedWhenTheyAreNone) {
  struct Case {
    const char* what;
    std::string password;
    bool good;
  };
  const Case cases[] = {
      {"twelve characters", "abcdefghijkl", true},
      {"twelve characters of more bytes", "äöüäöüäöüäöü", true},
      {"eleven", "abcdefghijk", false},
      {"eleven of more bytes", "äöüäöüäöüäö", false},
      {"the handle", "Jane-The-Author", false},
      {"no text", "abcdefghijkl\xff", false},
      {"a zero byte", std::string("abcdefghijkl\0", 13), false},
      {"too long", std::string(1025, 'a'), false},
      {"as long as may be", std::string(1024, 'a'), true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    EXPECT_EQ(Passwords::check(c.password, "jane-the-author").has_value(), c.good);
  }
}

TEST(Passwords, AFloodIsRefusedRatherThanServed) {
  const auto passwords = *Passwords::load({std::size_t{16} << 20U, 6, 1, 1});
  std::atomic<int> made = 0;
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 12; ++i) {
      threads.emplace_back([&] {
        const auto hashed = passwords->hash("correct horse battery");
        ++(hashed ? made : refused);
        if (!hashed) {
          EXPECT_EQ(hashed.error().kind, ErrorKind::kUnavailable);
        }
      });
    }
  }
  EXPECT_GE(made, 2);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(made + refused, 12);
  EXPECT_TRUE(passwords->hash("correct horse battery"));  // all turns were given back
}

}  // namespace
}  // namespace milepost::accounts
