#include "base/whole_file.h"

#include <sys/stat.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

class WholeFiles : public TreeFixture {
 protected:
  std::size_t count() const {
    const std::filesystem::directory_iterator all(root_);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
};

TEST_F(WholeFiles, IsThereWhenFinished) {
  write("a", "before");
  auto file = WholeFile::begin(at("a"), 0600);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->add("one "));
  ASSERT_TRUE(file->add("two"));
  EXPECT_EQ(read("a"), "before");
  ASSERT_TRUE(file->finish());
  EXPECT_EQ(read("a"), "one two");
  struct stat status{};
  ASSERT_EQ(::stat(at("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(count(), 1U);
}

TEST_F(WholeFiles, LeavesNothingWhenGivenUp) {
  {
    ASSERT_TRUE(WholeFile::begin(at("a"), 0600)->add("half"));
  }
  EXPECT_EQ(count(), 0U);
}

TEST_F(WholeFiles, TakesThePlaceOfFilesAlone) {
  make_folder("folder");
  link("link", "folder");
  EXPECT_EQ(WholeFile::begin(at("folder"), 0600).error().message,
            "writing " + at("folder") + ": it is a directory, not a file");
  EXPECT_EQ(WholeFile::begin(at("link"), 0600).error().message,
            "writing " + at("link") + ": it is a symbolic link, not a file");
  EXPECT_EQ(WholeFile::begin("/dev/null", 0600).error().message,
            "writing /dev/null: it is a device, not a file");
  EXPECT_EQ(WholeFile::begin(at("no/a"), 0600).error().message,
            "writing " + at("no/a") + ": does not exist");
  EXPECT_EQ(count(), 2U);
}

}  // namespace
}  // namespace milepost
