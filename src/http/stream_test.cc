#include "http/stream.h"

#include <thread>

#include <gtest/gtest.h>

namespace milepost::http {
namespace {

TEST(Stream, GivesWhatWasPushed) {
  Stream stream(":\n\n");
  int woken = 0;
  EXPECT_EQ(stream.take(), "");
  EXPECT_TRUE(stream.push("a"));
  stream.on_more([&] { ++woken; });
  EXPECT_EQ(woken, 1) << "there is something already";
  EXPECT_TRUE(stream.push("b"));
  EXPECT_EQ(woken, 2);
  EXPECT_EQ(stream.take(), "ab");
  EXPECT_EQ(stream.take(), "");
  stream.push("c");
  stream.end();
  EXPECT_EQ(woken, 4);
  EXPECT_FALSE(stream.push("d"));
  EXPECT_EQ(stream.take(), "c") << "what was pushed before the end is sent";
  EXPECT_EQ(stream.take(), std::nullopt);
}

TEST(Stream, WhoeverDoesNotTakeLosesItAfterWhatIsThere) {
  Stream stream("", 10);
  EXPECT_TRUE(stream.push("12345"));
  EXPECT_TRUE(stream.push("12345"));
  EXPECT_FALSE(stream.push("1"));
  EXPECT_TRUE(stream.ended());
  EXPECT_EQ(stream.take(), "1234512345");
  EXPECT_EQ(stream.take(), std::nullopt);
}

TEST(Stream, WhoeverKeepsUpGetsWhatIsLonger) {
  Stream stream("", 10);
  EXPECT_TRUE(stream.push("x"));
  EXPECT_TRUE(stream.push("12345678901234567890"));
  EXPECT_EQ(stream.take(), "x12345678901234567890");
}

TEST(Stream, ThreadsMayPush) {
  Stream stream("", 1 << 20U);
  std::thread other([&] {
    for (int i = 0; i < 1000; ++i) stream.push("x");
    stream.end();
  });
  std::size_t taken = 0;
  while (const auto bytes = stream.take()) taken += bytes->size();
  other.join();
  EXPECT_EQ(taken, 1000U);
}

}  // namespace
}  // namespace milepost::http
