#include "features/common/kept_answers.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(KeptAnswers, MakesEachOnce) {
  KeptAnswers<int> kept(2);
  int made = 0;
  const auto make = [&] { return ++made; };
  EXPECT_EQ(*kept.get("a", make), 1);
  EXPECT_EQ(*kept.get("a", make), 1);
  EXPECT_EQ(*kept.get("b", make), 2);
  EXPECT_EQ(*kept.get("a", make), 1);
}

TEST(KeptAnswers, ForgetsWhatWasAskedForLongestAgo) {
  KeptAnswers<int> kept(2);
  int made = 0;
  const auto make = [&] { return ++made; };
  kept.get("a", make);
  kept.get("b", make);
  kept.get("a", make);
  kept.get("c", make);  // b goes
  EXPECT_EQ(*kept.get("a", make), 1);
  EXPECT_EQ(*kept.get("b", make), 4);
}

TEST(KeptAnswers, OneMakesItForAllWhoAskMeanwhile) {
  KeptAnswers<int> kept(1);
  std::atomic<int> made = 0;
  std::atomic<int> sum = 0;
  std::promise<void> begin;
  const std::shared_future<void> begun = begin.get_future().share();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      sum += *kept.get("a", [&] {
        begun.wait();
        return ++made;
      });
    });
  }
  begin.set_value();
  threads.clear();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(sum, 8);
}

TEST(KeptAnswers, KeepsNoFailure) {
  KeptAnswers<int> kept(1);
  EXPECT_THROW(kept.get("a", []() -> int { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_EQ(*kept.get("a", [] { return 5; }), 5);
}

}  // namespace
}  // namespace milepost
