#include "base/asked_files.h"

#include <gtest/gtest.h>

#include "base/overlay_tree.h"
#include "base/tree_fixture.h"

namespace milepost {
namespace {

class AskedFilesTest : public TreeFixture {};

TEST_F(AskedFilesTest, KnowWhoWouldAnswerTheSame) {
  write("a.yaml", "one");
  write("folder/b.yaml", "two");
  write("unread.yaml", "three");
  const auto disk = disk_tree(root_.string());
  const auto asked = std::make_shared<AskedFiles>();
  const auto watched = AskedFiles::watch(disk, asked);
  EXPECT_TRUE(watched->has("a.yaml"));
  EXPECT_FALSE(watched->has("c.yaml"));
  EXPECT_TRUE(watched->below("folder")->read("b.yaml", "b", 100));
  EXPECT_EQ(watched->list("folder").size(), 1U);
  asked->close();
  EXPECT_TRUE(watched->has("unread.yaml")) << "not kept any more";

  const struct {
    std::string_view name;
    FileEdits edits;
    bool same;
  } cases[] = {
      {"nothing", {}, true},
      {"what was not read", {{"a.yaml", "other"}}, true},
      {"what was read", {{"folder/b.yaml", "other"}}, false},
      {"gone", {{"a.yaml", std::nullopt}}, false},
      {"new", {{"c.yaml", ""}}, false},
      {"a name more", {{"folder/c.yaml", ""}}, false},
      {"what was asked too late", {{"unread.yaml", std::nullopt}}, true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(asked->same_in(*overlay_tree(disk, c.edits)), c.same);
  }
}

}  // namespace
}  // namespace milepost
