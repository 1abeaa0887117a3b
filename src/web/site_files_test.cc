#include "web/site_files.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost::web {
namespace {

using testing::HasSubstr;

class SiteFilesTest : public TreeFixture {
 protected:
  SiteWritten put(const SiteFiles& files) const {
    const auto written = write_site(files, at("out"));
    EXPECT_TRUE(written) << written.error().message;
    return written.value_or(SiteWritten{});
  }
  std::string refused(const SiteFiles& files) const {
    const auto written = write_site(files, at("out"));
    return written ? "" : written.error().message;
  }
  bool is_there(const std::string& path) const { return std::filesystem::exists(at(path)); }
};

TEST_F(SiteFilesTest, WritesWhatDiffersAndRemovesWhatIsGone) {
  const auto first = put({{"index.html", "a"}, {"old/gone.html", "b"}, {"same.html", "c"}});
  EXPECT_EQ(first.written, 3u);
  const auto before = std::filesystem::last_write_time(at("out/same.html"));
  const auto next = put({{"index.html", "changed"}, {"same.html", "c"}});
  EXPECT_EQ(next.written, 1u);
  EXPECT_EQ(next.same, 1u);
  EXPECT_EQ(next.removed, 1u);
  EXPECT_EQ(read("out/index.html"), "changed");
  EXPECT_FALSE(is_there("out/old"));
  EXPECT_EQ(std::filesystem::last_write_time(at("out/same.html")), before);
  EXPECT_EQ(read("out/.milepost-site"), "milepost site 1\nindex.html\nsame.html\n");
}

TEST_F(SiteFilesTest, LeavesWhatIsSomebodyElses) {
  write("out/CNAME", "example.org");
  write("out/index.html", "mine");
  EXPECT_THAT(refused({{"index.html", "a"}, {"b.html", "b"}}), HasSubstr("was not written by"));
  EXPECT_EQ(read("out/index.html"), "mine");
  EXPECT_FALSE(is_there("out/b.html"));
  std::filesystem::remove(at("out/index.html"));
  put({{"index.html", "a"}});
  put({});
  EXPECT_EQ(read("out/CNAME"), "example.org");
  EXPECT_FALSE(is_there("out/index.html"));
}

TEST_F(SiteFilesTest, BelievesNoListThatLeadsOut) {
  write("kept", "k");
  write("out/.milepost-site", "milepost site 1\n../kept\n/etc/hostname\na/../../kept\nb.html\n");
  write("out/b.html", "b");
  put({{"index.html", "a"}});
  EXPECT_TRUE(is_there("kept"));
  EXPECT_FALSE(is_there("out/b.html"));
}

TEST_F(SiteFilesTest, FollowsNoLinkOutOfTheFolder) {
  make_folder("elsewhere");
  make_folder("out");
  link("out/proposals", at("elsewhere"));
  EXPECT_THAT(refused({{"proposals/1.html", "a"}}), HasSubstr("symbolic link"));
  EXPECT_FALSE(is_there("elsewhere/1.html"));
}

TEST_F(SiteFilesTest, RefusesAListThatIsNone) {
  write("out/.milepost-site", "something else");
  EXPECT_THAT(refused({{"index.html", "a"}}), HasSubstr("is no list of milepost's"));
}

}  // namespace
}  // namespace milepost::web
