#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/git.h"
#include "git/git_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string shown(const GitChange& change) {
  switch (change.kind) {
    case ChangeKind::kAdded: return "+ " + change.path;
    case ChangeKind::kDeleted: return "- " + change.path;
    case ChangeKind::kModified: return "~ " + change.path;
    case ChangeKind::kRenamed: return "> " + change.old_path + " to " + change.path;
  }
  return {};
}

std::string numbered_lines(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

class ChangedTest : public GitFixture {
 protected:
  ChangedTest() {
    make_repository();
    write("repo/keps/a/README.md", numbered_lines(0, 20));
    write("repo/keps/a/kep.yaml", "status: provisional\n");
    write("repo/keps/b/README.md", numbered_lines(100, 120));
    write("repo/other.txt", "other\n");
    base_ = commit_all();
  }

  std::vector<std::string> changed(const ChangeTarget& to, const std::string& below = "") {
    const Git git = open();
    const auto changes = git.changed(*git.resolve(base_), to, below);
    if (!changes) return {changes.error().message};
    std::vector<std::string> lines;
    for (const GitChange& change : *changes) lines.push_back(shown(change));
    return lines;
  }
  // The same change seen in a work tree, in the index and as a commit.
  void expect_everywhere(const std::vector<std::string>& want) {
    EXPECT_EQ(changed(WorkTree{}), want) << "in the work tree";
    git("add -A");
    EXPECT_EQ(changed(Staged{}), want) << "in the index";
    const std::string id = commit_all();
    EXPECT_EQ(changed(*open().resolve(id)), want) << "as a commit";
  }

  std::string base_;
};

TEST_F(ChangedTest, SeesNothingWhereNothingChanged) {
  write("repo/other.txt", "other\n");  // touched, not changed
  std::filesystem::permissions(at("repo/other.txt"), std::filesystem::perms::owner_exec,
                               std::filesystem::perm_options::add);
  expect_everywhere({});
}

TEST_F(ChangedTest, SeesWhatIsAddedModifiedAndDeleted) {
  write("repo/keps/a/kep.yaml", "status: implementable\n");
  write("repo/keps/c/README.md", "new\n");
  std::filesystem::remove(at("repo/other.txt"));
  expect_everywhere({"~ keps/a/kep.yaml", "+ keps/c/README.md", "- other.txt"});
  EXPECT_THAT(changed(**open().head(), "keps/a"), ElementsAre("~ keps/a/kep.yaml"));
  EXPECT_THAT(changed(WorkTree{}, "keps/a"), ElementsAre("~ keps/a/kep.yaml"));
  EXPECT_THAT(changed(Staged{}, "other.txt"), ElementsAre("- other.txt"));
  EXPECT_THAT(changed(WorkTree{}, "kep"), IsEmpty()) << "not a part of a name";
}

TEST_F(ChangedTest, LeavesIgnoredFilesOut) {
  write("repo/.gitignore", "*.tmp\nbuild/\n");
  write("repo/a.tmp", "x\n");
  write("repo/build/b.md", "x\n");
  write("repo/new/c.md", "x\n");
  EXPECT_THAT(changed(WorkTree{}), ElementsAre("+ .gitignore", "+ new/c.md"));
}

TEST_F(ChangedTest, TellsTheIndexFromTheWorkTree) {
  write("repo/keps/a/kep.yaml", "status: implementable\n");
  git("add -A");
  write("repo/keps/a/kep.yaml", "status: provisional\n");
  write("repo/untracked.md", "x\n");
  EXPECT_THAT(changed(Staged{}), ElementsAre("~ keps/a/kep.yaml"));
  EXPECT_THAT(changed(WorkTree{}), ElementsAre("+ untracked.md")) << "changed back";
}

TEST_F(ChangedTest, TakesTheIndexThatAHookIsGiven) {
  write("repo/keps/a/kep.yaml", "status: implementable\n");
  git("-c core.fsmonitor=false add keps/a/kep.yaml && cp .git/index .git/next-index && git reset "
      "-q");
  EXPECT_THAT(changed(Staged{}), IsEmpty());
  ::setenv("GIT_INDEX_FILE", ".git/next-index", 1);
  EXPECT_THAT(changed(Staged{}), ElementsAre("~ keps/a/kep.yaml"));
  ::setenv("GIT_DIR", "/elsewhere/.git", 1);
  EXPECT_THAT(changed(Staged{}), IsEmpty()) << "it is meant for another repository";
  ::unsetenv("GIT_DIR");
  ::unsetenv("GIT_INDEX_FILE");
}

TEST_F(ChangedTest, SeesAConflictAsAChange) {
  git("checkout -q -b side");
  write("repo/other.txt", "side\n");
  commit_all();
  git("checkout -q main");
  write("repo/other.txt", "main\n");
  commit_all();
  git("merge side || true");
  EXPECT_THAT(changed(Staged{}), ElementsAre("~ other.txt"));
  EXPECT_THAT(changed(WorkTree{}), ElementsAre("~ other.txt"));
}

TEST_F(ChangedTest, FollowsAFolderThatIsMovedAsItIs) {
  std::filesystem::create_directories(at("repo/keps/sig"));
  std::filesystem::rename(at("repo/keps/a"), at("repo/keps/sig/a"));
  expect_everywhere(
      {"> keps/a/README.md to keps/sig/a/README.md", "> keps/a/kep.yaml to keps/sig/a/kep.yaml"});
}

TEST_F(ChangedTest, FollowsAFileThatKeepsHalfOfItsLines) {
  std::filesystem::create_directories(at("repo/keps/sig"));
  std::filesystem::rename(at("repo/keps/a"), at("repo/keps/sig/a"));
  write("repo/keps/sig/a/README.md", numbered_lines(8, 24));
  expect_everywhere(
      {"> keps/a/README.md to keps/sig/a/README.md", "> keps/a/kep.yaml to keps/sig/a/kep.yaml"});
}

TEST_F(ChangedTest, FollowsFilesThatGetFoldersOfTheirOwn) {
  const auto text = [](int number, int from) {
    std::string lines;
    for (int i = from; i < from + 10; ++i) lines += fmt::format("line {} of text {}\n", i, number);
    return lines;
  };
  for (int i = 10; i < 40; ++i) write(fmt::format("repo/old/2019-idea-no{}.md", i), text(i, 0));
  base_ = commit_all();
  std::vector<std::string> want;
  for (int i = 10; i < 40; ++i) {
    std::filesystem::remove(at(fmt::format("repo/old/2019-idea-no{}.md", i)));
    write(fmt::format("repo/old/{}-idea-no{}/README.md", 100 - i, i), text(i, 3));
    want.push_back(
        fmt::format("> old/2019-idea-no{}.md to old/{}-idea-no{}/README.md", i, 100 - i, i));
  }
  EXPECT_THAT(changed(WorkTree{}), testing::UnorderedElementsAreArray(want));
}

TEST_F(ChangedTest, TakesAnotherTextForAnotherFile) {
  std::filesystem::create_directories(at("repo/keps/sig/a"));
  std::filesystem::remove(at("repo/keps/a/README.md"));
  write("repo/keps/sig/a/README.md", numbered_lines(11, 31));  // nine of twenty lines
  expect_everywhere({"- keps/a/README.md", "+ keps/sig/a/README.md"});
}

TEST_F(ChangedTest, PrefersThePathMostLikeIt) {
  write("repo/x/1/README.md", numbered_lines(0, 20));
  write("repo/y/2/README.md", numbered_lines(0, 20));
  base_ = commit_all();
  std::filesystem::create_directories(at("repo/z"));
  std::filesystem::rename(at("repo/x/1"), at("repo/z/1"));
  std::filesystem::rename(at("repo/y/2"), at("repo/z/2"));
  expect_everywhere({"> x/1/README.md to z/1/README.md", "> y/2/README.md to z/2/README.md"});
}

TEST_F(ChangedTest, SeesAFileBecomeALinkOrAFolder) {
  std::filesystem::remove(at("repo/other.txt"));
  link("repo/other.txt", "keps/a/README.md");
  std::filesystem::remove(at("repo/keps/b/README.md"));
  write("repo/keps/b/README.md/inside.md", "x\n");
  expect_everywhere({"- keps/b/README.md", "+ keps/b/README.md/inside.md", "~ other.txt"});
}

TEST_F(ChangedTest, ComparesWithTheEmptyTree) {
  const Git git = open();
  const auto changes = git.changed(std::nullopt, *git.resolve(base_));
  ASSERT_TRUE(changes);
  EXPECT_EQ(changes->size(), 4U);
  EXPECT_EQ(git.changed(std::nullopt, WorkTree{})->size(), 4U);
}

TEST_F(ChangedTest, MovesManyFilesOfOneNameInTime) {
  for (int i = 0; i < 300; ++i) {
    const std::string name = "many/" + std::to_string(i) + "/README.md";
    write("repo/" + name, "same\n" + numbered_lines(0, 5));
  }
  base_ = commit_all();
  std::filesystem::rename(at("repo/many"), at("repo/moved"));
  const auto changes = changed(WorkTree{});
  ASSERT_EQ(changes.size(), 300U);
  EXPECT_EQ(changes[7], "> many/104/README.md to moved/104/README.md");
}

}  // namespace
}  // namespace milepost
