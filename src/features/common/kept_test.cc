#include "features/common/kept.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

class KeptValues : public RepositoryFixture {
 protected:
  KeptValues() { visit_.workspace = *Workspace::open({.directory = at("")}, now_utc()); }

  int get(std::uint64_t generation, std::string_view what, int made) {
    visit_.generation = generation;
    return *kept_.get(visit_, what, [&] { return made; });
  }

  Visit visit_;
  Kept<int> kept_{3};
};

TEST_F(KeptValues, AreMadeOnceForEachState) {
  EXPECT_EQ(get(1, "a", 10), 10);
  EXPECT_EQ(get(1, "a", 11), 10);
  EXPECT_EQ(get(1, "b", 12), 12);
  EXPECT_EQ(get(2, "a", 13), 13);
}

// Else a server on which something is recorded every second keeps as many states of the record
// as it may keep values.
TEST_F(KeptValues, GoWithTheStateTheyWereMadeOf) {
  get(1, "a", 1);
  get(1, "b", 2);
  get(2, "a", 3);
  EXPECT_EQ(kept_.size(), 1U);
  // One who began before the change is answered by what they saw.
  EXPECT_EQ(get(1, "b", 4), 4);
  EXPECT_EQ(get(2, "a", 5), 3);
}

TEST_F(KeptValues, GoWhenThereAreMore) {
  for (const char* const what : {"a", "b", "c", "d"}) get(1, what, 1);
  EXPECT_EQ(kept_.size(), 3U);
  EXPECT_EQ(get(1, "a", 2), 2);
}

}  // namespace
}  // namespace milepost
