#include "base/named_path.h"

#include <gtest/gtest.h>

#include "base/replace_file.h"
#include "base/tree_fixture.h"
#include "base/whole_file.h"

namespace milepost {
namespace {

class NamedPath : public TreeFixture {
 protected:
  void SetUp() override {
    write("outside/x", "secret");
    write("tree/.git/config", "token");
    write("tree/a/x", "text");
    link("tree/out", "../outside/x");
    link("tree/out-folder", at("outside"));
    link("tree/within", "a/x");
    link("tree/git", ".git/config");
    link("tree/new-outside", "../outside/new");
    link("to-tree", "tree");
    link("outside/back", at("tree/a"));
  }

  std::string follow(const std::string& path, const std::string& repository = {}) const {
    const auto found = follow_named(at(path), repository);
    if (!found) return found.error().message;
    return found->substr(at("").size() + 1);
  }
};

constexpr const char* kOut = "is a symbolic link that leads out of the repository";

TEST_F(NamedPath, LeadsThroughLinksOfTheUsersAlone) {
  const std::pair<const char*, const char*> cases[] = {
      {"outside/x", "outside/x"},
      {"tree/a/x", "tree/a/x"},
      {"tree/new/y", "tree/new/y"},
      {"tree/../outside/x", "outside/x"},
      {"tree/within", "tree/a/x"},
      {"to-tree/a/x", "tree/a/x"},
      {"outside/back/x", "tree/a/x"},
      {"tree/.git/config", "tree/.git/config"},
      {"tree/out", kOut},
      {"tree/out-folder/x", kOut},
      {"tree/out-folder/new/y", kOut},
      {"tree/new-outside", kOut},
      {"to-tree/out", kOut},
      {"tree/git", "is a symbolic link that leads into a .git folder"},
  };
  for (const auto& [path, want] : cases) EXPECT_EQ(follow(path), want) << path;
}

TEST_F(NamedPath, KnowsRepositoriesWithoutGit) {
  make_folder("plain");
  link("plain/out", "../outside/x");
  EXPECT_EQ(follow("plain/out"), "outside/x") << "nothing says that it is a repository";
  EXPECT_EQ(follow("plain/out", at("plain")), kOut);
  write("plain/milepost.yaml", "");
  EXPECT_EQ(follow("plain/out"), kOut);
}

TEST_F(NamedPath, IsReadAndWritten) {
  EXPECT_EQ((*read_named(at("tree/within"), "shown", 100))->text(), "text");
  EXPECT_EQ(read_named(at("tree/out"), "shown", 100).error().message, kOut);
  EXPECT_EQ(replace_file(at("tree/out"), "new").error().message, kOut);
  EXPECT_EQ(replace_file(at("tree/new-outside"), "new").error().message, kOut);
  EXPECT_EQ(replace_file(at("tree/out-folder/y"), "new").error().message, kOut);
  EXPECT_EQ(WholeFile::begin(at("tree/out-folder/y"), 0600).error().message,
            "writing " + at("tree/out-folder/y") + ": its folder " + kOut);
  EXPECT_EQ(read("outside/x"), "secret");
  EXPECT_FALSE(std::filesystem::exists(at("outside/new")));
  EXPECT_FALSE(std::filesystem::exists(at("outside/y")));
  ASSERT_TRUE(replace_file(at("tree/within"), "new"));
  EXPECT_EQ(read("tree/a/x"), "new");
}

}  // namespace
}  // namespace milepost
