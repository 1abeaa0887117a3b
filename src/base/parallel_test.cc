#include "base/parallel.h"

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Parallel, DoesEachPieceOnce) {
  for (const int jobs : {-1, 0, 1, 2, 7, 64}) {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) {
      std::vector<std::atomic<int>> times(count);
      parallel_for(count, jobs, [&](std::size_t i) { ++times[i]; });
      for (const auto& n : times) ASSERT_EQ(n, 1) << jobs << " jobs, " << count << " pieces";
    }
  }
}

TEST(Parallel, OneJobRunsInOrderOnTheCaller) {
  std::vector<std::size_t> order;
  const auto caller = std::this_thread::get_id();
  parallel_for(5, 1, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Parallel, TwoJobsAreTwoThreads) {
  // Each piece waits for the other: on one thread this would never end.
  std::atomic<int> arrived{0};
  parallel_for(2, 2, [&](std::size_t) {
    ++arrived;
    while (arrived < 2) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 2);
}

TEST(Parallel, WhatAPieceThrowsComesToTheCaller) {
  for (const int jobs : {1, 4}) {
    SCOPED_TRACE(jobs);
    std::atomic<int> begun{0};
    const auto run = [&] {
      parallel_for(1000, jobs, [&](std::size_t i) {
        ++begun;
        if (i == 3) throw std::bad_alloc();
      });
    };
    EXPECT_THROW(run(), std::bad_alloc);
    EXPECT_GE(begun, 4);
  }
}

TEST(Parallel, StartsNoMoreThreadsThanPieces) {
  EXPECT_EQ(thread_count(0, 8), 1U);
  EXPECT_EQ(thread_count(3, 8), 3U);
  EXPECT_EQ(thread_count(100, 8), 8U);
  EXPECT_GE(thread_count(100, 0), 1U);
}

}  // namespace
}  // namespace milepost
