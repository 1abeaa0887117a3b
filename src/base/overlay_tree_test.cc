#include "base/overlay_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

class OverlaidTree : public TreeFixture {
 protected:
  OverlaidTree() {
    write("a/one.md", "one");
    write("a/two.md", "two");
    write("b/three.md", "three");
    make_folder("empty");
  }

  static Texts walked(const FileTree& tree, const std::string& folder) {
    Texts paths;
    const Walk walk = tree.walk(folder, [](std::string_view, EntryKind) { return true; });
    for (const WalkedFile& file : walk.files) paths.push_back(file.path);
    for (const WalkProblem& problem : walk.problems) {
      paths.push_back(problem.path + ": " + problem.message);
    }
    return paths;
  }
  static std::string text(const FileTree& tree, const std::string& path,
                          std::size_t most_bytes = 100) {
    const auto source = tree.read(path, "shown/" + path, most_bytes);
    if (!source) return "failed: " + source.error().message;
    EXPECT_EQ((*source)->path(), "shown/" + path);
    return std::string((*source)->text());
  }
  // All that a tree says of some paths, so that two trees can be compared.
  static Texts all_of(const FileTree& tree) {
    Texts all;
    for (const char* path : {"", "a", "a/", "a/one.md", "a/one.md/x", "a/new.md", "b", "b/three.md",
                             "c", "c/d", "c/d/", "c/d/four.md", "gone", "./c/d", "a/../c/d/four.md",
                             "./a//one.md", "empty", ".hid/x.md"}) {
      all.push_back(fmt::format("{} {}", path, static_cast<int>(tree.kind(path))));
      if (tree.kind(path) == PathKind::kFile) all.push_back(text(tree, path));
      if (tree.kind(path) != PathKind::kFolder) continue;
      Texts names = tree.list(path);
      std::ranges::sort(names);
      for (const std::string& name : names) all.push_back("lists " + name);
      for (const std::string& name : walked(tree, path)) all.push_back("walks " + name);
    }
    return all;
  }

  const FileEdits edits_ = {{"a/one.md", "changed"},      {"a/new.md", "new"},
                            {"b/three.md", std::nullopt}, {"c/d/four.md", "four"},
                            {".hid/x.md", "hidden"},      {"node_modules/y.md", "not ours"}};
};

TEST_F(OverlaidTree, IsTheTreeWithTheEdits) {
  const auto tree = overlay_tree(disk_tree(at("")), edits_);
  EXPECT_EQ(text(*tree, "a/one.md"), "changed");
  EXPECT_EQ(text(*tree, "a/two.md"), "two");
  EXPECT_EQ(text(*tree, "c/d/four.md"), "four");
  EXPECT_EQ(text(*tree, "b/three.md"), "failed: there is no such file or folder");
  EXPECT_EQ(walked(*tree, ""), (Texts{"a/new.md", "a/one.md", "a/two.md", "c/d/four.md"}));
  EXPECT_EQ(walked(*tree, "a"), (Texts{"new.md", "one.md", "two.md"}));
  EXPECT_EQ(tree->kind("b/three.md"), PathKind::kNothing);
  EXPECT_EQ(tree->kind("c/d/"), PathKind::kFolder);
  EXPECT_EQ(tree->kind("c/d/none"), PathKind::kNothing);
}

// A folder that is there by the edits alone is no trouble to walk.
TEST_F(OverlaidTree, EntersNewFolders) {
  const auto tree = overlay_tree(disk_tree(at("")), edits_);
  EXPECT_EQ(walked(*tree, "c"), Texts{"d/four.md"});
  EXPECT_EQ(walked(*tree, "c/d"), Texts{"four.md"});
  EXPECT_EQ(walked(*tree->below("c"), "d"), Texts{"four.md"});
}

TEST_F(OverlaidTree, IsWhatTheDiskIsOnceTheyAreSaved) {
  const auto tree = overlay_tree(disk_tree(at("")), edits_);
  const Texts edited = all_of(*tree);
  const Texts below = all_of(*tree->below("a"));
  for (const auto& [path, content] : edits_) {
    if (content) {
      write(path, *content);
    } else {
      std::filesystem::remove(at(path));
    }
  }
  EXPECT_EQ(edited, all_of(*disk_tree(at(""))));
  EXPECT_EQ(below, all_of(*disk_tree(at("a"))));
}

TEST_F(OverlaidTree, TakesFurtherEdits) {
  const auto first = overlay_tree(disk_tree(at("")), edits_);
  const auto second = overlay_tree(first, {{"a/one.md", "again"}, {"a/new.md", std::nullopt}});
  EXPECT_EQ(text(*second, "a/one.md"), "again") << "the last one counts";
  EXPECT_EQ(text(*second, "c/d/four.md"), "four");
  EXPECT_EQ(walked(*second, ""), (Texts{"a/one.md", "a/two.md", "c/d/four.md"}));
  EXPECT_EQ(text(*first, "a/one.md"), "changed") << "the first is as it was";
  const auto below = overlay_tree(first->below("a"), {{"two.md", "other"}});
  EXPECT_EQ(text(*below, "two.md"), "other");
  EXPECT_EQ(text(*below, "one.md"), "changed");
  // However many there are, none is upon another.
  auto many = first;
  for (int i = 0; i < 20000; ++i) many = overlay_tree(many, {{"a/one.md", std::to_string(i)}});
  EXPECT_EQ(text(*many, "a/one.md"), "19999");
}

TEST_F(OverlaidTree, HoldsEditsToTheLimitsOfFiles) {
  write("large.md", std::string(200, 'x'));
  const std::string refused = text(*disk_tree(at("")), "large.md");
  const auto tree = overlay_tree(disk_tree(at("")), {{"new.md", std::string(200, 'x')}});
  EXPECT_EQ(text(*tree, "new.md"), refused);
  EXPECT_TRUE(refused.starts_with("failed: is 200 bytes")) << refused;
  EXPECT_EQ(text(*tree, "new.md", 200).size(), 200U);
}

// What cannot be read is no trouble any more once it is edited.
TEST_F(OverlaidTree, HidesWhatWasWrongWithAFile) {
  link("a/loop.md", "loop.md");
  ASSERT_EQ(walked(*disk_tree(at("")), "a").size(), 3U);
  const auto tree = overlay_tree(disk_tree(at("")), {{"a/loop.md", "good"}});
  EXPECT_EQ(walked(*tree, "a"), (Texts{"loop.md", "one.md", "two.md"}));
}

}  // namespace
}  // namespace milepost
