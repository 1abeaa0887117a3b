#include "base/short_run.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(ShortRun, KeepsTheFirstValueToTheEnd) {
  std::weak_ptr<int> before;
  {
    const auto value = std::make_shared<int>(1);
    keep_in_short_run(value);
    before = value;
  }
  EXPECT_TRUE(before.expired()) << "this is no short run";

  expect_short_run();
  std::weak_ptr<int> first;
  std::weak_ptr<int> second;
  {
    const auto value = std::make_shared<int>(1);
    const auto other = std::make_shared<int>(2);
    keep_in_short_run(value);
    keep_in_short_run(other);
    first = value;
    second = other;
  }
  EXPECT_FALSE(first.expired());
  EXPECT_TRUE(second.expired()) << "many would fill the memory";
}

}  // namespace
}  // namespace milepost
