#include "git/git.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "git/git_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GitTest : public GitFixture {
 protected:
  std::string text(const Git& git, const std::string& commit, const std::string& path) {
    const auto id = git.resolve(commit);
    if (!id) return id.error().message;
    const auto bytes = git.read(*id, path, kLimits.document_bytes);
    if (!bytes) return bytes.error().message;
    return bytes->value_or("(none)");
  }
  static std::vector<std::string> paths(const Result<std::vector<GitFile>>& files) {
    std::vector<std::string> found;
    if (!files) return {files.error().message};
    for (const GitFile& file : *files) found.push_back(file.path + (file.link ? " (link)" : ""));
    return found;
  }
};

TEST_F(GitTest, FindsNoRepositoryWhereThereIsNone) {
  make_folder("plain/a");
  const auto found = Git::find(at("plain/a"));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(*found);
  const auto gone = Git::find(at("no-such-folder"));
  ASSERT_TRUE(gone) << gone.error().message;
  EXPECT_FALSE(*gone);
}

TEST_F(GitTest, FindsTheRepositoryAFolderLiesIn) {
  make_repository();
  write("repo/a/b.md", "b\n");
  const std::string id = commit_all();
  const Git git = open("repo/a");
  EXPECT_EQ(git.work_tree(), at("repo"));
  EXPECT_EQ(git.common_folder(), at("repo/.git"));
  ASSERT_TRUE(git.head());
  EXPECT_EQ((*git.head())->hex(), id);
}

TEST_F(GitTest, OpensABareRepository) {
  make_repository();
  write("repo/a.md", "a\n");
  commit_all();
  git("clone -q --bare repo bare.git", ".");
  const Git bare = open("bare.git");
  EXPECT_EQ(bare.work_tree(), "");
  EXPECT_EQ(bare.common_folder(), at("bare.git"));
  EXPECT_EQ(text(bare, "HEAD", "a.md"), "a\n");
  const auto changed = bare.changed(std::nullopt, WorkTree{});
  ASSERT_FALSE(changed);
  EXPECT_THAT(changed.error().message, HasSubstr("bare"));
}

TEST_F(GitTest, OpensALinkedWorkTree) {
  make_repository();
  write("repo/a.md", "a\n");
  commit_all();
  git("worktree add -q ../tree -b side");
  write("tree/b.md", "b\n");
  commit_all("side", "tree");
  const Git tree = open("tree");
  EXPECT_EQ(tree.work_tree(), at("tree"));
  EXPECT_EQ(tree.common_folder(), at("repo/.git"));
  EXPECT_EQ(text(tree, "HEAD", "b.md"), "b\n");
  EXPECT_EQ(text(tree, "main", "b.md"), "(none)");
  EXPECT_THAT(paths(tree.staged()), ElementsAre("a.md", "b.md"));
}

TEST_F(GitTest, ReadsConfiguration) {
  make_repository();
  git("config milepost.handle jane-doe");
  git("config user.email other@example.org");
  const Git git = open();
  EXPECT_EQ(git.config("milepost.handle").value(), "jane-doe");
  EXPECT_EQ(git.config("user.name").value(), "Jane") << "the user's own";
  EXPECT_EQ(git.config("user.email").value(), "other@example.org");
  EXPECT_EQ(git.config("milepost.other").value(), std::nullopt);
  EXPECT_FALSE(git.config("no key")) << "not how a key is written";
  write("repo/.git/config", "[core\n");
  EXPECT_FALSE(git.config("user.name"));
}

TEST_F(GitTest, HasNoHeadBeforeTheFirstCommit) {
  make_repository();
  const Git git = open();
  ASSERT_TRUE(git.head()) << git.head().error().message;
  EXPECT_EQ(*git.head(), std::nullopt);
  EXPECT_FALSE(git.resolve("HEAD"));
  write("repo/a.md", "a\n");
  const auto changed = git.changed(std::nullopt, WorkTree{});
  ASSERT_TRUE(changed) << changed.error().message;
  ASSERT_EQ(changed->size(), 1U);
  EXPECT_EQ(changed->front().kind, ChangeKind::kAdded);
}

TEST_F(GitTest, SaysThatHeadIsBroken) {
  make_repository();
  write("repo/a.md", "a\n");
  commit_all();
  write("repo/.git/HEAD", "not a ref at all\n");
  const auto found = Git::find(at("repo"));
  if (!found) return;  // a clear refusal will do
  ASSERT_TRUE(*found);
  const auto head = (*found)->head();
  ASSERT_FALSE(head);
  EXPECT_THAT(head.error().message, HasSubstr("HEAD"));
}

TEST_F(GitTest, ResolvesRevisions) {
  make_repository();
  write("repo/a.md", "1\n");
  const std::string first = commit_all();
  write("repo/a.md", "2\n");
  const std::string second = commit_all();
  git("tag -a -m v1 v1 HEAD~1 && git pack-refs --all && git checkout -q --detach");
  const Git git = open();
  for (const std::string& revision : {std::string("HEAD"), std::string("main"), second,
                                      second.substr(0, 8), std::string("refs/heads/main")}) {
    ASSERT_TRUE(git.resolve(revision)) << revision;
    EXPECT_EQ(git.resolve(revision)->hex(), second) << revision;
  }
  EXPECT_EQ(git.resolve("v1")->hex(), first) << "a tag leads to its commit";
  EXPECT_EQ(git.resolve("HEAD~1")->hex(), first);
  EXPECT_EQ((*git.head())->hex(), second) << "detached";
  EXPECT_THAT(git.resolve("nothing").error().message, HasSubstr("\"nothing\" is no commit"));
  EXPECT_THAT(git.resolve("HEAD:a.md").error().message, HasSubstr("is no commit, nor"));
  EXPECT_FALSE(git.resolve(""));
  EXPECT_FALSE(git.resolve("HEAD^{nonsense}"));
}

TEST_F(GitTest, SuggestsTheBranchOfTheRemote) {
  make_repository();
  write("repo/a.md", "1\n");
  commit_all();
  git("branch release");
  git("clone -q repo clone", ".");
  EXPECT_THAT(open("clone").resolve("release").error().message,
              HasSubstr("did you mean origin/release?"));
}

TEST_F(GitTest, FindsTheMergeBase) {
  make_repository();
  write("repo/a.md", "1\n");
  const std::string base = commit_all();
  git("checkout -q -b side");
  const std::string side = commit_all("side");
  git("checkout -q main");
  const std::string main = commit_all("main");
  git("checkout -q --orphan other");
  const std::string other = commit_all("other");
  const Git git = open();
  EXPECT_EQ((*git.merge_base(*git.resolve(side), *git.resolve(main)))->hex(), base);
  EXPECT_EQ(*git.merge_base(*git.resolve(other), *git.resolve(main)), std::nullopt);
  EXPECT_FALSE(git.merge_base(Oid{{1}}, *git.resolve(main))) << "no such commit";
  EXPECT_EQ(*git.shallow(), std::nullopt);
}

TEST_F(GitTest, KnowsTheEdgeOfAShallowClone) {
  make_repository();
  for (const std::string day : {"01", "02", "03", "04"}) {
    ::setenv("GIT_COMMITTER_DATE", ("2025-03-" + day + "T12:00:00Z").c_str(), 1);
    write("repo/a.md", day + "\n");
    commit_all();
  }
  ::unsetenv("GIT_COMMITTER_DATE");
  git("branch old HEAD~3");
  git("clone -q --depth 2 'file://" + at("repo") + "' shallow", ".");
  git("fetch -q --depth 1 origin old:refs/heads/old", "shallow");
  const Git git = open("shallow");
  const auto shallow = git.shallow();
  ASSERT_TRUE(shallow) << shallow.error().message;
  ASSERT_TRUE(*shallow);
  EXPECT_EQ((*shallow)->message(), "history is missing: the clone is shallow, from 2025-03-03 on");
  EXPECT_EQ(*git.merge_base(*git.resolve("HEAD"), *git.resolve("old")), std::nullopt);
  EXPECT_EQ(*git.merge_base(*git.resolve("HEAD"), *git.resolve("HEAD~1")), *git.resolve("HEAD~1"));
  EXPECT_FALSE(git.merge_base(Oid{{1}}, *git.resolve("HEAD"))) << "no such commit";
  EXPECT_THAT(git.resolve("HEAD~3").error().message, HasSubstr("history is missing"));
  EXPECT_THAT(git.commit(*git.resolve("HEAD~1"))->parents, IsEmpty()) << "the edge has none";
  EXPECT_EQ(git.commit(*git.resolve("HEAD"))->parents.size(), 1U);
  EXPECT_EQ(to_string(git.commit(*git.resolve("HEAD"))->time), "2025-03-04T12:00:00Z");
}

// Many histories, each with some commits that grow from two others.
TEST_F(GitTest, FindsTheSameAncestorsAsGitInAShallowClone) {
  make_repository();
  commit_all("first");
  std::vector<std::string> ids{commit_all("second")};
  unsigned random = 17;
  const auto next = [&](std::size_t below) {
    random = random * 1664525U + 1013904223U;
    return (random >> 8U) % below;
  };
  const std::string tree = git("rev-parse HEAD^{tree}");
  for (int i = 0; i < 40; ++i) {
    ::setenv("GIT_COMMITTER_DATE",
             ("2025-03-" + std::to_string(1 + next(28)) + "T12:00:00Z").c_str(), 1);
    const std::string one = ids[ids.size() - 1 - next(std::min<std::size_t>(ids.size(), 4))];
    const std::string other = ids[next(ids.size())];
    std::string parents = " -p " + one;
    if (i % 3 == 0 && one != other) parents += " -p " + other;
    ids.push_back(git("commit-tree -m " + std::to_string(i) + parents.append(" ").append(tree)));
    if (i >= 34) git("branch b" + std::to_string(i) + " " + ids.back());
  }
  ::unsetenv("GIT_COMMITTER_DATE");
  git("clone -q --no-single-branch --depth 6 'file://" + at("repo") + "' shallow", ".");
  const Git shallow = open("shallow");
  ASSERT_TRUE(*shallow.shallow());
  const auto any_there = [&] {
    while (true) {
      if (const auto id = shallow.resolve(ids[next(ids.size())])) return *id;
    }
  };
  for (int i = 0; i < 60; ++i) {
    const Oid one = any_there();
    const Oid other = any_there();
    const auto found = shallow.merge_base(one, other);
    ASSERT_TRUE(found) << found.error().message;
    const std::string want =
        git("merge-base --all " + one.hex() + " " + other.hex() + " || true", "shallow");
    EXPECT_THAT(want, HasSubstr(*found ? (*found)->hex() : ""));
    EXPECT_EQ(want.empty(), !*found) << want;
  }
}

TEST_F(GitTest, SaysThatAPartialCloneLacksAFile) {
  make_repository();
  write("repo/a.md", "1\n");
  commit_all();
  write("repo/a.md", "2\n");
  commit_all();
  git("clone -q --filter=blob:none 'file://" + at("repo") + "' partial", ".");
  const Git git = open("partial");
  EXPECT_EQ(text(git, "HEAD", "a.md"), "2\n");
  EXPECT_THAT(text(git, "HEAD~1", "a.md"), HasSubstr("the clone is partial; `git cat-file -e "));
  const auto changed = git.changed(*git.resolve("HEAD~1"), *git.resolve("HEAD"));
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(changed->size(), 1U);
}

TEST_F(GitTest, OpensASparseWorkTree) {
  make_repository();
  write("repo/a/a.md", "1\n");
  write("repo/b/b.md", "1\n");
  commit_all();
  git("sparse-checkout set a");
  const Git git = open();
  EXPECT_THAT(paths(git.staged()), ElementsAre("a/a.md", "b/b.md"));
  const auto changed = git.changed(*git.head(), WorkTree{});
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_THAT(*changed, IsEmpty()) << "what is left out is not deleted";
}

TEST_F(GitTest, ListsAndReadsFiles) {
  make_repository();
  const std::string odd = "odd/\xff\"\n\t\xc3\xa4.md";
  write("repo/a.md", "a\n");
  write("repo/a/b.md", "b\n");
  write("repo/a-b/c.md", "c\n");
  write("repo/" + odd, "odd\n");
  link("repo/link.md", "a.md");
  commit_all();
  const Git git = open();
  const Oid head = **git.head();
  EXPECT_THAT(paths(git.files(head)),
              ElementsAre("a-b/c.md", "a.md", "a/b.md", "link.md (link)", odd));
  EXPECT_THAT(paths(git.files(head, "a")), ElementsAre("a/b.md"));
  EXPECT_THAT(paths(git.files(head, "a.md")), ElementsAre("a.md"));
  EXPECT_THAT(paths(git.files(head, "none")), IsEmpty());
  EXPECT_THAT(paths(git.files(head, "a.md/b")), IsEmpty());
  EXPECT_THAT(paths(git.staged("a")), ElementsAre("a/b.md"));
  EXPECT_EQ(text(git, "HEAD", odd), "odd\n");
  EXPECT_EQ(text(git, "HEAD", "link.md"), "a.md") << "where it leads";
  EXPECT_EQ(text(git, "HEAD", "a"), "(none)") << "a folder is no file";
  EXPECT_EQ(text(git, "HEAD", "a.md/x"), "(none)");
  EXPECT_THAT(git.read(head, "a.md", 1).error().message, HasSubstr("larger than the limit"));
  EXPECT_FALSE(git.read_blob(Oid{{7}}, 100));
}

TEST_F(GitTest, LeavesSubmodulesOut) {
  make_repository("inner");
  commit_all("inner", "inner");
  make_repository();
  write("repo/a.md", "a\n");
  git("submodule add -q ../inner sub");
  commit_all();
  const Git git = open();
  EXPECT_THAT(paths(git.files(**git.head())), ElementsAre(".gitmodules", "a.md"));
  EXPECT_THAT(paths(git.staged()), ElementsAre(".gitmodules", "a.md"));
}

TEST_F(GitTest, RefusesATreeThatHoldsItselfOverAndOver) {
  make_repository();
  write("repo/a.md", "a\n");
  commit_all();
  // Ten folders of ten folders …: some hundred objects, and 10^12 files.
  std::string tree = git("rev-parse HEAD^{tree}");
  for (int level = 0; level < 12; ++level) {
    std::string lines;
    for (int i = 0; i < 10; ++i) {
      lines += "040000 tree " + tree + "\tf" + std::to_string(i) + "\n";
    }
    write("lines", lines);
    tree = git("mktree < ../lines");
  }
  const std::string bomb = git("commit-tree -m bomb " + tree);
  const Git git = open();
  EXPECT_THAT(paths(git.files(*git.resolve(bomb))),
              ElementsAre(HasSubstr("more than 1000000 files")));
  EXPECT_FALSE(git.changed(*git.head(), *git.resolve(bomb)));
}

TEST_F(GitTest, SaysWhyARepositoryCannotBeOpened) {
  make_repository("sha256");
  write("sha256/.git/config",
        "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n");
  make_repository("future");
  write("future/.git/config",
        "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tsomethingNew = true\n");
  make_repository("damaged");
  write("damaged/.git/config", "[core\n");
  const struct {
    std::string folder;
    std::string want;
  } cases[] = {{"sha256", "SHA-256"}, {"future", "somethingnew"}, {"damaged", "config"}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.folder);
    const auto found = Git::find(at(c.folder));
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr(c.want));
    EXPECT_THAT(found.error().message, HasSubstr(at(c.folder)));
  }
}

TEST_F(GitTest, SaysThatARepositoryBelongsToAnotherUser) {
  make_repository();
  if (::lchown(at("repo/.git").c_str(), 12345, 12345) != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  const auto message = [&](const std::string& settings) {
    write("global", settings);
    const auto found = Git::find(at("repo"));
    return found ? std::string("opened") : found.error().message;
  };
  EXPECT_EQ(message(""), "the git repository " + at("repo") +
                             " belongs to another user; if you trust it, say so: git config "
                             "--global --add safe.directory '" +
                             at("repo") + "'");
  const std::string safe = "[safe]\n\tdirectory = ";
  EXPECT_EQ(message(safe + at("repo") + "/\n"), "opened");
  EXPECT_EQ(message(safe + at("") + "/*\n"), "opened");
  EXPECT_EQ(message(safe + "*\n"), "opened");
  EXPECT_NE(message(safe + "*\n" + safe + "\n"), "opened") << "taken back";
  EXPECT_NE(message(safe + at("rep") + "\n"), "opened");
  write("repo/.git/config", safe + "*\n");
  EXPECT_NE(message(""), "opened") << "it cannot vouch for itself";
  ::setenv("SUDO_UID", "12345", 1);
  EXPECT_EQ(message(""), "opened");
  ::unsetenv("SUDO_UID");
}

}  // namespace
}  // namespace milepost
