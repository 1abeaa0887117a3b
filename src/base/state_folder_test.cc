#include "base/state_folder.h"

#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

class StateFolders : public TreeFixture {
 protected:
  std::string find(const std::string& path) const {
    const auto found = find_state_folder(at(path));
    if (!found) return found.error().message;
    return found->starts_with(at("")) ? found->substr(at("").size() + 1) : *found;
  }
  std::string make(const std::string& path) const {
    const auto made = make_state_folder(at(path));
    return made ? made->path : made.error().message;
  }
  void git(const std::string& arguments) const {
    const std::string command =
        "cd '" + at("") +
        "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git -c user.name=a -c user.email=a "
        "-c protocol.file.allow=always " +
        arguments + " >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << arguments;
  }
};

TEST_F(StateFolders, AreFoundWhereGitKeepsItsOwn) {
  git("init main");
  git("-C main commit --allow-empty -m first");
  git("-C main worktree add ../linked");
  git("init other");
  git("-C other commit --allow-empty -m first");
  git("-C main submodule add ../other sub");
  git("init --separate-git-dir elsewhere separate");
  make_folder("main/docs/proposals");
  make_folder("linked/docs");
  make_folder("outside/docs/.git");  // empty: not git's
  link("shortcut", "linked/docs");
  const std::pair<const char*, const char*> cases[] = {
      {"main", "main/.git/milepost"},
      {"main/docs/proposals", "main/.git/milepost"},
      {"linked", "main/.git/milepost"},
      {"linked/docs", "main/.git/milepost"},
      {"shortcut", "main/.git/milepost"},
      {"main/sub", "main/.git/modules/sub/milepost"},
      {"separate", "elsewhere/milepost"},
      {"outside", "outside/.milepost"},
      {"outside/docs", "outside/docs/.milepost"},
  };
  for (const auto& [path, want] : cases) EXPECT_EQ(find(path), want) << path;
}

TEST_F(StateFolders, SayWhatIsWrongWithGit) {
  write("a/.git", "nonsense");
  write("b/.git", "gitdir: ../nowhere\r\n");
  write("c/.git", std::string(70'000, 'x'));
  write("d/.git", "gitdir: ../worktree");
  write("worktree/HEAD", "");
  write("worktree/commondir", "../gone\n");
  EXPECT_EQ(find("a"), at("a/.git") + ": does not begin with \"gitdir: \"");
  EXPECT_EQ(find("b"), at("b/.git") + ": leads to no git repository: " + at("b/../nowhere"));
  EXPECT_EQ(find("c"), at("c/.git") + ": is 68 KiB, larger than the limit of 64 KiB");
  EXPECT_EQ(find("d"), at("d/../worktree/../gone") + ": does not exist");
  EXPECT_EQ(find("e"), at("e") + ": does not exist");
  git("init f");
  std::filesystem::remove(at("f/.git/HEAD"));
  EXPECT_EQ(find("f"), at("f/.git") +
                           ": lacks HEAD, objects or refs, as git's folder has them; mend it, or "
                           "take it away if it is none");
}

TEST_F(StateFolders, AreMadeForTheirOwnerAlone) {
  make_folder("a");
  make_folder("b/.git");
  write("b/.git/HEAD", "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(make("a"), at("a/.milepost"));
    EXPECT_EQ(make("b"), at("b/.git/milepost"));
  }
  EXPECT_EQ(read("a/.milepost/.gitignore"), "*\n");
  EXPECT_TRUE(fs::is_empty(at("b/.git/milepost")));
  for (const char* path : {"a/.milepost", "b/.git/milepost"}) {
    EXPECT_EQ(fs::status(at(path)).permissions(), fs::perms(0700));
  }
}

TEST_F(StateFolders, AreRefusedWhenTheyAreNotOurs) {
  make_folder("a");
  make_folder("elsewhere");
  link("a/.milepost", "../elsewhere");
  EXPECT_EQ(make("a"), "opening " + at("a/.milepost") + ": is a symbolic link, not a folder");
  EXPECT_TRUE(fs::is_empty(at("elsewhere")));
  if (::geteuid() != 0) return;
  make_folder("b/.milepost");
  ASSERT_EQ(::chown(at("b/.milepost").c_str(), 65534, 65534), 0);
  EXPECT_EQ(make("b"), "opening " + at("b/.milepost") +
                           ": belongs to another user; use a clone of your own, or chown it");
}

}  // namespace
}  // namespace milepost
