#include "base/beneath.h"

#include <cerrno>
#include <fcntl.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

class Beneath : public TreeFixture {
 protected:
  void SetUp() override {
    open_ = Descriptor(::open(at("").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_GE(open_.get(), 0);
  }

  // "folder|name", with "+" before each folder that is missing, or the message.
  std::string locate(const std::string& path) const {
    const auto found = locate_beneath(open_.get(), at(""), path);
    if (!found) return found.error().message;
    std::string missing;
    for (const auto& folder : found->missing) missing += " +" + folder;
    return found->folder + "|" + found->name + missing + (found->by_link ? " by link" : "");
  }

  Descriptor open_;
};

TEST_F(Beneath, PathsGoDownOnly) {
  for (const char* path : {"a", "a/b", ".a", "..a/b..", "a b/\n", ".../x"}) {
    EXPECT_TRUE(is_path_beneath(path)) << path;
  }
  for (const char* path :
       {"", "/", "/a", "a/", "a//b", ".", "a/.", "./a", "..", "../a", "a/../b"}) {
    EXPECT_FALSE(is_path_beneath(path)) << path;
  }
  EXPECT_FALSE(is_path_beneath(std::string_view("a\0b", 3)));
}

TEST_F(Beneath, LocatesFiles) {
  write("a/b/x.md", "");
  link("a/up", "..");
  link("a/x", "b/x.md");
  link("around", at("a") + "/b");
  link("root", at(""));
  link("slashes", "a//b/./x.md");
  const std::pair<const char*, const char*> cases[] = {
      {"x.md", "|x.md"},
      {"a/b/x.md", "a/b|x.md"},
      {"a/b", "a|b"},
      {"a/b/new/er/x.md", "a/b/new/er|x.md +a/b/new +a/b/new/er"},
      {"new/x.md", "new|x.md +new"},
      {"a/up/a/x", "a/b|x.md by link"},
      {"around/x.md", "a/b|x.md"},
      {"around/y/z", "a/b/y|z +a/b/y"},
      {"root/root/a/b/x.md", "a/b|x.md"},
      {"slashes", "a/b|x.md by link"},
  };
  for (const auto& [path, want] : cases) EXPECT_EQ(locate(path), want) << path;
}

TEST_F(Beneath, StaysBeneath) {
  make_folder("a/b");
  link("a/b/two-up", "../..");
  link("a/b/three-up", "../../..");
  link("a/beside", at("") + "-beside/x");
  link("a/trick", at("") + "/../x");
  for (const char* path : {"a/b/three-up/x", "a/beside", "a/trick", "a/b/two-up/a/b/three-up"}) {
    EXPECT_EQ(locate(path), "is a symbolic link that leads out of the repository") << path;
  }
  EXPECT_EQ(locate("a/b/two-up/x"), "|x");
}

TEST_F(Beneath, CostsLittleWhateverTheLinks) {
  std::string deep = "d";
  for (int i = 0; i < 1500; ++i) deep += "/d";
  EXPECT_EQ(locate(deep), "lies too deep");
  // Each link doubles the way.
  for (int i = 0; i < 60; ++i) {
    const int next = i + 1;
    link(fmt::format("l{}", i), fmt::format("l{}/../l{}", next, next));
  }
  make_folder("l60");
  EXPECT_EQ(locate("l0/x"), "its symbolic links go in a circle");
}

TEST_F(Beneath, OpensFoldersWithoutFollowingLinks) {
  make_folder("a/b");
  link("c", "a");
  EXPECT_GE(open_beneath(open_.get(), "").get(), 0);
  EXPECT_GE(open_beneath(open_.get(), "a/b").get(), 0);
  EXPECT_LT(open_beneath(open_.get(), "c/b").get(), 0);
  EXPECT_TRUE(errno == ELOOP || errno == ENOTDIR);
  EXPECT_LT(open_beneath(open_.get(), "a/x").get(), 0);
  EXPECT_EQ(errno, ENOENT);
}

// What is read by a path, or the message.
std::string text_at(const std::string& root, const std::string& path) {
  const auto opened = open_to_read(root, path);
  if (!opened) return opened.error().message;
  std::string text(16, ' ');
  const ssize_t size = read_fully(opened->get(), text.data(), text.size());
  return size < 0 ? "a folder" : text.substr(0, static_cast<std::size_t>(size));
}

TEST_F(Beneath, ReadsWhatLiesBeneath) {
  write("outside/x.md", "secret");
  write("tree/a/x.md", "text");
  write("tree/.git/config", "token");
  write("tree/a/.Git/x", "token");
  link("tree/to-file", "a/x.md");
  link("tree/to-folder", "a");
  link("tree/around", at("tree/a/x.md"));
  link("tree/a/up", "../a/x.md");
  link("tree/out", "../outside/x.md");
  link("tree/out-folder", at("outside"));
  link("tree/nowhere", "gone");
  link("tree/circle", "circle");
  link("tree/git", ".git/config");
  const std::pair<const char*, const char*> cases[] = {
      {"a/x.md", "text"},
      {"./a//x.md", "text"},
      {"a/../a/x.md", "text"},
      {"to-file", "text"},
      {"to-folder/x.md", "text"},
      {"around", "text"},
      {"a/up", "text"},
      {"to-folder", "a folder"},
      {"gone", "does not exist"},
      {"a/x.md/y", "a part of its path is not a directory"},
      {"out", "is a symbolic link that leads out of the repository"},
      {"out-folder/x.md", "is a symbolic link that leads out of the repository"},
      {"../outside/x.md", "lies outside of the repository"},
      {"a/../../outside/x.md", "lies outside of the repository"},
      {"to-folder/../../outside/x.md", "lies outside of the repository"},
      {"nowhere", "is a symbolic link that leads nowhere"},
      {"circle", "its symbolic links go in a circle"},
      {".git/config", "lies in a .git folder"},
      {"a/.Git/x", "lies in a .git folder"},
      {"git", "lies in a .git folder"},
  };
  for (const auto& [path, want] : cases) EXPECT_EQ(text_at(at("tree"), path), want) << path;
  EXPECT_EQ(text_at(at("tree"), std::string("a\0b", 3)), "has a NUL in its name");
  EXPECT_EQ(text_at(at("out-there"), "x"), "does not exist");
}

TEST_F(Beneath, KnowsTheWorkTreeAroundAFolder) {
  make_folder("tree/.git");
  make_folder("tree/a/b");
  EXPECT_EQ(work_tree_around(at("tree/a/b")), at("tree"));
  EXPECT_EQ(work_tree_around(at("tree") + "/"), at("tree"));
  EXPECT_NE(work_tree_around(at("")), at("tree"));
}

}  // namespace
}  // namespace milepost
