#include "base/file_lock.h"

#include <fcntl.h>
#include <optional>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/faulty_disk.h"
#include "base/tree_fixture.h"

namespace milepost {
namespace {

class FileLocks : public TreeFixture {
 protected:
  void SetUp() override {
    folder_ = Descriptor(::open(at("").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  std::string take(Disk& disk) const {
    const auto taken = take_lock(disk, folder_.get(), "lock");
    return taken ? "" : taken.error().message;
  }

  Descriptor folder_;
};

TEST_F(FileLocks, AreHeldOnce) {
  FaultyDisk disk;
  {
    const auto held = take_lock(disk, folder_.get(), "lock");
    ASSERT_TRUE(held.has_value());
    EXPECT_EQ(disk.pauses(), 0);
    EXPECT_THAT(take(disk),
                testing::StartsWith("is held by process " + std::to_string(::getpid()) + " on "));
    EXPECT_GT(disk.pauses(), 10);
  }
  EXPECT_EQ(take(disk), "");
}

TEST_F(FileLocks, AreWaitedFor) {
  // Lets go while the other waits.
  class Patient : public FaultyDisk {
   public:
    void pause() override {
      FaultyDisk::pause();
      if (pauses() == 3) held = Descriptor();
    }
    Descriptor held;
  };
  Patient disk;
  disk.held = *take_lock(disk, folder_.get(), "lock");
  EXPECT_EQ(take(disk), "");
  EXPECT_EQ(disk.pauses(), 3);
}

TEST_F(FileLocks, HoldEvenIfTheHolderCannotBeNamed) {
  FaultyDisk full(FaultyDisk::Fault::kNoSpace, 3);  // create, truncate, write
  const auto held = take_lock(full, folder_.get(), "lock");
  ASSERT_TRUE(held.has_value());
  FaultyDisk disk;
  EXPECT_EQ(take(disk), "is held by another process");
}

TEST_F(FileLocks, SayWhyTheyCannotBeTaken) {
  make_folder("lock");
  FaultyDisk disk;
  EXPECT_EQ(take(disk), "Is a directory");
}

}  // namespace
}  // namespace milepost
