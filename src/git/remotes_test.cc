#include "git/remotes.h"

#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

TEST(Remotes, AreShownOnTheWeb) {
  const struct {
    const char *remote, *want;
  } cases[] = {
      {"https://github.com/owner/name.git", "https://github.com/owner/name"},
      {"https://token@github.com/owner/name/", "https://github.com/owner/name"},
      {"git@github.com:owner/name.git", "https://github.com/owner/name"},
      {"ssh://git@git.example:2222/owner/name", "https://git.example/owner/name"},
      {"git://git.example/group/sub/name.git", "https://git.example/group/sub/name"},
      {"/srv/git/name.git", ""},
      {"../name", ""},
      {"file:///srv/git/name.git", ""},
      {"C:/git/name", ""},
      {"https://github.com", ""},
      {"https://github.com/", ""},
      {"", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.remote);
    EXPECT_EQ(web_address(c.remote), c.want);
  }
}

TEST(Remotes, AreInTheConfiguration) {
  EXPECT_EQ(remotes_in("[core]\n\turl = no\n[remote \"origin\"]\n\turl = a # fork\n"
                       "\tpushurl = no\n[Remote \"upstream\"]\r\n  URL=\"b\"\r\n[branch \"x\"]\n"
                       "\tremote = origin\n"),
            (Texts{"a", "b"}));
  EXPECT_EQ(remotes_in("[remote \"origin\"\nurl"), Texts());
}

class RemotesOf : public TreeFixture {};

TEST_F(RemotesOf, AFolderBelow) {
  write(".git/config",
        "[remote \"origin\"]\n\turl = git@host.example:a/b.git\n"
        "[remote \"other\"]\n\turl = https://host.example/a/b\n");
  make_folder("docs/proposals");
  const GitRemotes found = find_remotes(at("docs/proposals"));
  EXPECT_EQ(found.top, at(""));
  EXPECT_EQ(found.addresses, Texts{"https://host.example/a/b"});
}

TEST_F(RemotesOf, AWorkTreeBesideItsRepository) {
  write("main/.git/config", "[remote \"origin\"]\n\turl = https://host.example/a/b\n");
  write("main/.git/worktrees/w/commondir", "../..\n");
  write("w/.git", "gitdir: " + at("main/.git/worktrees/w") + "\n");
  EXPECT_EQ(find_remotes(at("w")).addresses, Texts{"https://host.example/a/b"});
}

TEST_F(RemotesOf, AMainBranch) {
  write(".git/config", "");
  EXPECT_EQ(find_remotes(at("")).main_branch, "");
  write(".git/HEAD", "ref: refs/heads/topic/x\n");
  EXPECT_EQ(find_remotes(at("")).main_branch, "topic/x") << "the one that is checked out";
  write(".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/master\n");
  EXPECT_EQ(find_remotes(at("")).main_branch, "master") << "that of origin";
  write(".git/refs/remotes/origin/HEAD", "0123456789\n");
  write(".git/HEAD", "0123456789\n");
  EXPECT_EQ(find_remotes(at("")).main_branch, "") << "a commit";
}

TEST_F(RemotesOf, ABrokenRepository) {
  write("a/.git", "nonsense");
  EXPECT_EQ(find_remotes(at("a")).addresses, Texts());
  write("b/.git/HEAD", "");
  EXPECT_EQ(find_remotes(at("b")).addresses, Texts());
}

}  // namespace
}  // namespace milepost
