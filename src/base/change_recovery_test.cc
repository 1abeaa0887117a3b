// Lets changes fail and die at every call that writes, and looks at what is left.

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/change_fixture.h"
#include "base/change_journal.h"
#include "base/change_set.h"
#include "base/faulty_disk.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;
using Fault = FaultyDisk::Fault;
using Tree = std::map<std::string, std::string>;

constexpr const char* kCommit = "rename ROOT/.milepost/changes.planned changes.committed";

class ChangeRecovery : public ChangeFixture {
 protected:
  ChangeRecovery() {
    make_tree();
    old_tree_ = tree();
    FaultyDisk disk;
    EXPECT_TRUE(apply(disk).has_value());
    new_tree_ = tree();
    for (const std::string& call : disk.calls()) calls_.push_back(without_names(call));
  }

  void make_tree() const {
    fs::remove_all(root());
    write("tree/a.md", "old a\n");
    fs::permissions(root() + "/a.md", fs::perms(0640));
    write("tree/b/c.md", "old c\n");
    write("tree/b/gone.md", "old gone\n");
    write("tree/b/same.md", "same\n");
    write("tree/linked/d.md", "old d\n");
    link("tree/link", "linked");
  }

  Result<void> apply(Disk& disk) const {
    const FileChange changes[] = {
        {"a.md", "old a\n", "new a\n"},       {"b/c.md", "old c\n", "new c\n"},
        {"b/gone.md", "old gone\n", {}},      {"b/same.md", "same\n", "same\n"},
        {"link/d.md", "old d\n", "new d\n"},  {"new/deep/e.md", {}, "new e\n"},
        {"new/f.md", {}, std::string(9, 'f')}};
    return apply_changes(root(), changes, disk);
  }

  std::string recover() const {
    FaultyDisk disk;
    const auto recovered = recover_changes(root(), disk);
    return recovered ? "" : recovered.error().message;
  }

  // With names that are the same in each run.
  std::string without_names(std::string call) const {
    for (std::size_t i = call.find(root()); i != call.npos; i = call.find(root())) {
      call.replace(i, root().size(), "ROOT");
    }
    if (const std::size_t i = call.find(".milepost-"); i != call.npos) {
      call.replace(i, temporary_name().size(), "TMP");
    }
    return call;
  }

  int call_count() const { return static_cast<int>(calls_.size()); }
  int commit_call() const {
    return static_cast<int>(std::find(calls_.begin(), calls_.end(), kCommit) - calls_.begin()) + 1;
  }

  // After recovery: all is old or all is new, and nothing else is left.
  void expect_settled() {
    const Tree now = tree();
    EXPECT_TRUE(now == old_tree_ || now == new_tree_) << testing::PrintToString(now);
    ++(now == old_tree_ ? undone_ : finished_);
    EXPECT_THAT((std::set<std::string>{".gitignore", "changes.lock"}),
                testing::IsSupersetOf(state_files()));
  }

  Tree old_tree_;
  Tree new_tree_;
  std::vector<std::string> calls_;  // when all goes well
  int undone_ = 0;
  int finished_ = 0;
};

// The order of these calls is what makes a change safe when the power fails.
TEST_F(ChangeRecovery, SyncsBeforeItRelies) {
  EXPECT_EQ(tree(), new_tree_);
  EXPECT_EQ(new_tree_.at("a.md"), "640 new a\n");
  EXPECT_EQ(new_tree_.at("link"), "-> linked");
  EXPECT_EQ(new_tree_.count("b/gone.md"), 0U);
  std::vector<std::string> calls;
  std::unique_copy(calls_.begin(), calls_.end(), std::back_inserter(calls));
  EXPECT_THAT(calls, testing::ElementsAreArray({
                         "make ROOT/.milepost",
                         "sync ROOT",
                         "create ROOT/.milepost/.gitignore",
                         "write ROOT/.milepost/.gitignore",
                         "create ROOT/.milepost/changes.lock",
                         "truncate ROOT/.milepost/changes.lock",
                         "write ROOT/.milepost/changes.lock",
                         // The plan is safe before anything is made that it names …
                         "create ROOT/.milepost/changes.planned",
                         "write ROOT/.milepost/changes.planned",
                         "sync ROOT/.milepost/changes.planned",
                         "sync ROOT/.milepost",
                         "make ROOT/new",
                         "sync ROOT",
                         "make ROOT/new/deep",
                         "sync ROOT/new",
                         "create ROOT/TMP",
                         "write ROOT/TMP",
                         "mode ROOT/TMP",
                         "sync ROOT/TMP",
                         "create ROOT/b/TMP",
                         "write ROOT/b/TMP",
                         "mode ROOT/b/TMP",
                         "sync ROOT/b/TMP",
                         "create ROOT/linked/TMP",
                         "write ROOT/linked/TMP",
                         "mode ROOT/linked/TMP",
                         "sync ROOT/linked/TMP",
                         "create ROOT/new/deep/TMP",
                         "write ROOT/new/deep/TMP",
                         "sync ROOT/new/deep/TMP",
                         "create ROOT/new/TMP",
                         "write ROOT/new/TMP",
                         "sync ROOT/new/TMP",
                         // … all that is before the commit …
                         "sync ROOT",
                         "sync ROOT/b",
                         "sync ROOT/linked",
                         "sync ROOT/new",
                         "sync ROOT/new/deep",
                         kCommit,
                         // … the commit before the first file changes …
                         "sync ROOT/.milepost",
                         "rename ROOT/TMP a.md",
                         "rename ROOT/b/TMP c.md",
                         "remove ROOT/b/gone.md",
                         "rename ROOT/linked/TMP d.md",
                         "rename ROOT/new/deep/TMP e.md",
                         "rename ROOT/new/TMP f.md",
                         // … and the files before the journal goes.
                         "sync ROOT",
                         "sync ROOT/b",
                         "sync ROOT/linked",
                         "sync ROOT/new",
                         "sync ROOT/new/deep",
                         "remove ROOT/.milepost/changes.committed",
                         "sync ROOT/.milepost",
                     }));
}

TEST_F(ChangeRecovery, SettlesAFailureOrDeathAtEachCall) {
  for (const Fault fault : {Fault::kNoSpace, Fault::kBroken, Fault::kDead, Fault::kTorn}) {
    for (int call = 1; call <= call_count(); ++call) {
      SCOPED_TRACE(calls_[static_cast<std::size_t>(call) - 1]);
      make_tree();
      FaultyDisk disk(fault, call);
      const auto result = apply(disk);
      const bool dead = fault == Fault::kDead || fault == Fault::kTorn;
      if (result) {
        EXPECT_EQ(tree(), new_tree_);
        EXPECT_FALSE(dead && call <= commit_call());
      } else {
        EXPECT_THAT(result.error().message,
                    testing::HasSubstr(fault == Fault::kNoSpace ? "No space left on device"
                                                                : "Input/output error"));
        // Until the first file is renamed, an error leaves nothing behind.
        if (!dead && call <= commit_call() + 2) {
          EXPECT_EQ(tree(), old_tree_);
        }
      }
      ASSERT_EQ(recover(), "");
      expect_settled();
      if (tree() == old_tree_) {
        FaultyDisk sound;
        EXPECT_TRUE(apply(sound).has_value());
      }
      EXPECT_EQ(tree(), new_tree_);
    }
  }
  EXPECT_GT(undone_, 0);
  EXPECT_GT(finished_, 0);
}

TEST_F(ChangeRecovery, SettlesADeathDuringRecovery) {
  for (int call = 1; call <= call_count(); ++call) {
    for (int later = 1;; ++later) {
      SCOPED_TRACE(testing::Message() << "dead at call " << call << ", again at " << later);
      make_tree();
      FaultyDisk disk(Fault::kTorn, call);
      if (apply(disk)) break;
      FaultyDisk recovering(later % 2 == 0 ? Fault::kDead : Fault::kBroken, later);
      (void)recover_changes(root(), recovering);
      ASSERT_EQ(recover(), "");
      expect_settled();
      if (static_cast<int>(recovering.calls().size()) < later) break;
    }
  }
  EXPECT_GT(undone_, 0);
  EXPECT_GT(finished_, 0);
}

TEST_F(ChangeRecovery, SettlesAKilledProcess) {
  for (int call = 1; call <= call_count(); ++call) {
    SCOPED_TRACE(calls_[static_cast<std::size_t>(call) - 1]);
    make_tree();
    const pid_t child = ::fork();
    if (child == 0) {
      FaultyDisk disk(Fault::kKilled, call);
      (void)apply(disk);
      std::_Exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ASSERT_EQ(recover(), "");
    expect_settled();
  }
  EXPECT_EQ(undone_, commit_call());
  EXPECT_EQ(finished_, call_count() - commit_call());
}

// --- what people do in between -----------------------------------------------------------

const std::string kLeft =
    ": changed by somebody else meanwhile and left alone; the rest of the change is made";

class CutShort : public ChangeRecovery {
 protected:
  // Leaves the tree as a process does that dies before the call.
  void die_at(const std::string& call) const {
    make_tree();
    const auto found = std::find(calls_.begin(), calls_.end(), call);
    ASSERT_NE(found, calls_.end()) << call;
    FaultyDisk disk(Fault::kDead, static_cast<int>(found - calls_.begin()) + 1);
    ASSERT_FALSE(apply(disk).has_value());
  }
};

TEST_F(CutShort, ALaterEditIsKept) {
  die_at("rename ROOT/b/TMP c.md");
  write("tree/b/c.md", "by hand\n");
  EXPECT_EQ(recover(), "settling a change that was cut short: b/c.md" + kLeft);
  Tree want = new_tree_;
  want["b/c.md"] = "644 by hand\n";
  EXPECT_EQ(tree(), want);
  EXPECT_EQ(recover(), "");
}

TEST_F(CutShort, AnEditOfAFileThatWasDoneIsKept) {
  die_at("rename ROOT/b/TMP c.md");
  write("tree/a.md", "by hand\n");
  EXPECT_EQ(recover(), "");
  Tree want = new_tree_;
  want["a.md"] = "640 by hand\n";
  EXPECT_EQ(tree(), want);
}

TEST_F(CutShort, AFolderThatIsGoneOrSwappedIsLeftAlone) {
  die_at("rename ROOT/b/TMP c.md");
  fs::remove_all(root() + "/new");
  make_folder("outside");
  fs::rename(root() + "/linked", at("outside/linked"));
  link("tree/linked", at("outside/linked"));
  EXPECT_EQ(recover(),
            "settling a change that was cut short: linked/d.md, new/deep/e.md, new/f.md" + kLeft);
  EXPECT_EQ(read("outside/linked/d.md"), "old d\n");
  EXPECT_EQ(in_tree("b/c.md"), "new c\n");
  EXPECT_EQ(recover(), "");
}

TEST_F(CutShort, TheNextChangeSettlesItFirst) {
  die_at("remove ROOT/b/gone.md");
  const FileChange next[] = {{"b/c.md", "new c\n", "newer c\n"}};
  FaultyDisk disk;
  EXPECT_TRUE(apply_changes(root(), next, disk).has_value());
  Tree want = new_tree_;
  want["b/c.md"] = "644 newer c\n";
  EXPECT_EQ(tree(), want);
}

TEST_F(CutShort, TheTreeMayHaveMoved) {
  die_at("remove ROOT/b/gone.md");
  fs::rename(root(), at("moved"));
  EXPECT_TRUE(recover_changes(at("moved")).has_value());
  fs::rename(at("moved"), root());
  EXPECT_EQ(tree(), new_tree_);
}

TEST_F(CutShort, AnotherWorkTreeMaySettleIt) {
  make_folder("repository/.git/worktrees/tree");
  write("repository/.git/HEAD", "");
  write("repository/.git/worktrees/tree/HEAD", "");
  write("repository/.git/worktrees/tree/commondir", "../..\n");
  make_tree();
  write("tree/.git", "gitdir: " + at("repository/.git/worktrees/tree") + "\n");
  // There is no .gitignore to write, so this is some calls past the commit.
  FaultyDisk disk(Fault::kDead, commit_call());
  ASSERT_FALSE(apply(disk).has_value());
  ASSERT_TRUE(fs::exists(at("repository/.git/milepost/changes.committed")));
  EXPECT_TRUE(recover_changes(at("repository")).has_value());
  EXPECT_FALSE(fs::exists(at("repository/.git/milepost/changes.committed")));
  fs::remove(root() + "/.git");
  EXPECT_EQ(tree(), new_tree_);

  // A work tree that was removed takes its change with it.
  make_tree();
  write("tree/.git", "gitdir: " + at("repository/.git/worktrees/tree") + "\n");
  FaultyDisk again(Fault::kDead, commit_call());
  ASSERT_FALSE(apply(again).has_value());
  fs::remove_all(root());
  EXPECT_TRUE(recover_changes(at("repository")).has_value());
  EXPECT_FALSE(fs::exists(at("repository/.git/milepost/changes.committed")));
}

TEST_F(CutShort, AJournalIsNotTrustedBlindly) {
  // Damaged, when it was whole before: nobody knows what is missing.
  die_at("rename ROOT/b/TMP c.md");
  write("tree/.milepost/changes.committed", "x");
  EXPECT_EQ(recover(),
            "settling a change that was cut short: " + state() +
                "/changes.committed is damaged: look through your files, then remove it");

  // About a tree that keeps its state elsewhere.
  make_tree();
  write("tree/.milepost/.gitignore", "*\n");
  write("victim/precious.md", "text\n");
  const ChangeJournal journal{"../../victim", {}, {{"", "precious.md", "", fingerprint("text\n")}}};
  write("tree/.milepost/changes.committed", to_bytes(journal));
  EXPECT_EQ(recover(), "settling a change that was cut short: " + state() +
                           "/changes.committed is about files of another repository; remove it");
  EXPECT_EQ(read("victim/precious.md"), "text\n");

  // Of somebody else.
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(state().c_str(), 65534, 65534), 0);
    EXPECT_EQ(recover(), "opening " + state() +
                             ": belongs to another user; use a clone of your own, or chown it");
  }
}

TEST_F(CutShort, NothingIsMadeWhenThereIsNothingToSettle) {
  make_tree();
  FaultyDisk disk;
  EXPECT_TRUE(recover_changes(root(), disk).has_value());
  EXPECT_TRUE(disk.calls().empty());
  EXPECT_FALSE(fs::exists(state()));
}

}  // namespace
}  // namespace milepost
