#include "git/revision_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "git/git_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A commit, the index and the disk are asked the same questions.
class RevisionTrees : public GitFixture {
 protected:
  RevisionTrees() {
    make_repository();
    write("repo/keps/a/README.md", "a\n");
    write("repo/keps/a/images/x.svg", "x\n");
    write("repo/keps/a-b/README.md", "ab\n");
    write("repo/keps/.hidden/README.md", "h\n");
    write("repo/top.md", "top\n");
    link("repo/keps/a/link.md", "../../top.md");
    link("repo/keps/c", "a");
    link("repo/keps/a/out.md", "../../../outside.md");
    link("repo/keps/a/circle.md", "circle.md");
    link("repo/keps/a/dangling.md", "nowhere.md");
    write("outside.md", "outside\n");
    commit_all();
  }

  std::vector<std::shared_ptr<const FileTree>> all() const {
    return {disk_tree(at("repo")), *commit_tree(at("repo"), *open().head()),
            *staged_tree(at("repo"))};
  }
  static std::string text(const FileTree& tree, const std::string& path) {
    const auto source = tree.read(path, "shown", kLimits.document_bytes);
    return source ? std::string((*source)->text()) : "(" + source.error().message + ")";
  }
  static std::vector<std::string> walked(const FileTree& tree, const std::string& folder,
                                         const WalkFilter& wanted) {
    std::vector<std::string> found;
    for (const WalkedFile& file : tree.walk(folder, wanted).files) {
      found.push_back(file.path + (file.symlink ? " (link)" : ""));
    }
    return found;
  }
};

TEST_F(RevisionTrees, AnswerAsTheDiskDoes) {
  for (const auto& tree : all()) {
    EXPECT_EQ(tree->kind(""), PathKind::kFolder);
    EXPECT_EQ(tree->kind("keps"), PathKind::kFolder);
    EXPECT_EQ(tree->kind("kep"), PathKind::kNothing);
    EXPECT_EQ(tree->kind("keps/a/README.md"), PathKind::kFile);
    EXPECT_EQ(tree->kind("keps/a/../a-b/./README.md"), PathKind::kFile);
    EXPECT_EQ(tree->kind("keps/c"), PathKind::kFolder) << "by a link";
    EXPECT_EQ(tree->kind("keps/c/images/x.svg"), PathKind::kFile) << "through a link";
    EXPECT_EQ(tree->kind("keps/a/circle.md"), PathKind::kNothing);
    EXPECT_EQ(tree->kind("keps/a/dangling.md"), PathKind::kNothing);
    EXPECT_EQ(text(*tree, "keps/a/README.md"), "a\n");
    EXPECT_EQ(text(*tree, "keps/a/link.md"), "top\n");
    EXPECT_THAT(text(*tree, "keps/none.md"), HasSubstr("does not exist"));
    EXPECT_EQ(text(*tree->below("keps/a"), "../../top.md"), "top\n");
    EXPECT_THAT(tree->below("keps")->list("a-b"), ElementsAre("README.md"));
    EXPECT_THAT(tree->list("none"), IsEmpty());
  }
}

TEST_F(RevisionTrees, DoNotLookOutside) {
  const auto tree = *commit_tree(at("repo"), *open().head());
  EXPECT_EQ(tree->kind("keps/a/out.md"), PathKind::kNothing);
  EXPECT_EQ(tree->kind("../outside.md"), PathKind::kNothing);
}

TEST_F(RevisionTrees, AreWalkedAsTheDiskIs) {
  const auto markdown = [](std::string_view path, EntryKind kind) {
    return kind == EntryKind::kDirectory ? !path.ends_with("a-b") : path.ends_with(".md");
  };
  for (const auto& tree : all()) {
    EXPECT_THAT(walked(*tree, "keps/a", [](auto, EntryKind) { return true; }),
                testing::IsSupersetOf({"README.md", "images/x.svg", "link.md (link)"}));
    EXPECT_THAT(walked(*tree, "keps/a-b", markdown), ElementsAre("README.md"));
  }
  const auto commit = *commit_tree(at("repo"), *open().head());
  EXPECT_THAT(walked(*commit, "", markdown),
              ElementsAre("keps/a/README.md", "keps/a/link.md (link)", "top.md"));
}

TEST_F(RevisionTrees, HaveNothingBeforeTheFirstCommit) {
  const auto tree = commit_tree(at("repo"), std::nullopt);
  ASSERT_TRUE(tree);
  EXPECT_THAT((*tree)->list(""), IsEmpty());
  EXPECT_FALSE(commit_tree(at(""), std::nullopt)) << "no repository";
}

}  // namespace
}  // namespace milepost
