#include "base/replace_file.h"

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

class ReplaceFile : public TreeFixture {};

TEST_F(ReplaceFile, WritesAFileAnew) {
  ASSERT_TRUE(replace_file(at("page"), "one"));
  EXPECT_EQ(read("page"), "one");
  ASSERT_EQ(::chmod(at("page").c_str(), 0600), 0);
  ASSERT_TRUE(replace_file(at("page"), "two"));
  EXPECT_EQ(read("page"), "two");
  struct stat status{};
  ASSERT_EQ(::stat(at("page").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(ReplaceFile, KeepsALinkAndChangesItsFile) {
  write("page", "one");
  link("link", "page");
  ASSERT_TRUE(replace_file(at("link"), "two"));
  EXPECT_TRUE(std::filesystem::is_symlink(at("link")));
  EXPECT_EQ(read("page"), "two");
}

TEST_F(ReplaceFile, RefusesWhatIsNoFile) {
  make_folder("folder");
  EXPECT_FALSE(replace_file(at("folder"), "text"));
  EXPECT_FALSE(replace_file("/dev/null", "text"));
  const auto missing = replace_file(at("missing/page"), "text");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "does not exist");
}

}  // namespace
}  // namespace milepost
