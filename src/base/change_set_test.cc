#include "base/change_set.h"

#include <atomic>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/change_fixture.h"
#include "base/faulty_disk.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

class ChangeSets : public ChangeFixture {
 protected:
  // The message, or nothing when all went well.
  std::string apply(const std::vector<FileChange>& changes, Disk& disk) const {
    const auto applied = apply_changes(root(), changes, disk);
    return applied ? "" : applied.error().message;
  }
  std::string apply(const std::vector<FileChange>& changes) const {
    FaultyDisk disk;
    return apply(changes, disk);
  }
};

// Does something of its own before each call.
class BusyDisk : public FaultyDisk {
 public:
  explicit BusyDisk(std::function<void(const std::string& call)> before)
      : before_(std::move(before)) {}

 protected:
  bool passes(std::string call) override {
    before_(call);
    return FaultyDisk::passes(std::move(call));
  }

 private:
  std::function<void(const std::string& call)> before_;
};

TEST_F(ChangeSets, ReplaceCreateAndDelete) {
  write("tree/a.md", "old");
  write("tree/run.sh", "old");
  write("tree/gone.md", "old");
  fs::permissions(at("tree/run.sh"), fs::perms(0751));
  const mode_t mask = ::umask(027);
  EXPECT_EQ(apply({{"a.md", "old", "new"},
                   {"run.sh", "old", std::string(100'000, 'x')},
                   {"gone.md", "old", {}},
                   {"deep/er/b.md", {}, "new"},
                   {"deep/c.md", {}, ""}}),
            "");
  ::umask(mask);
  EXPECT_EQ(tree(),
            (std::map<std::string, std::string>{{"a.md", "644 new"},
                                                {"deep", "750"},
                                                {"deep/c.md", "640 "},
                                                {"deep/er", "750"},
                                                {"deep/er/b.md", "640 new"},
                                                {"run.sh", "751 " + std::string(100'000, 'x')}}));
}

TEST_F(ChangeSets, WorkOnARealDisk) {
  write("tree/a.md", "old");
  const FileChange changes[] = {{"a.md", "old", "new"}, {"b.md", {}, "new"}};
  EXPECT_TRUE(apply_changes(root(), changes).has_value());
  EXPECT_EQ(in_tree("a.md") + in_tree("b.md"), "newnew");
  EXPECT_EQ(state_files(), (std::set<std::string>{".gitignore", "changes.lock"}));
}

TEST_F(ChangeSets, WithoutAChangeWriteNothing) {
  write("tree/a.md", "same");
  FaultyDisk disk;
  EXPECT_EQ(apply({{"a.md", "same", "same"}, {"absent.md", {}, {}}}, disk), "");
  // The lock, and the folder it lies in.
  EXPECT_THAT(disk.calls(),
              testing::Each(testing::AnyOf(testing::HasSubstr(".milepost"), "sync " + root())));
  EXPECT_EQ(state_files(), (std::set<std::string>{".gitignore", "changes.lock"}));
}

TEST_F(ChangeSets, KeepLinksAndWriteWhatTheyLeadTo) {
  write("tree/real/a.md", "old");
  write("tree/real/b.md", "old");
  write("tree/real/deep/c.md", "old");
  link("tree/a.md", "real/../real/./a.md");
  link("tree/second.md", "b.link");
  link("tree/b.link", at("tree/real/b.md"));  // absolute, yet inside
  link("tree/folder", "real/deep");
  link("tree/real/deep/up", "..");
  EXPECT_EQ(apply({{"a.md", "old", "new a"},
                   {"second.md", "old", "new b"},
                   {"folder/c.md", "old", "new c"},
                   {"folder/up/deep/up/new/d.md", {}, "new d"}}),
            "");
  EXPECT_EQ(in_tree("real/a.md"), "new a");
  EXPECT_EQ(in_tree("real/b.md"), "new b");
  EXPECT_EQ(in_tree("real/deep/c.md"), "new c");
  EXPECT_EQ(in_tree("real/new/d.md"), "new d");
  for (const char* name : {"a.md", "second.md", "b.link", "folder", "real/deep/up"}) {
    EXPECT_TRUE(fs::is_symlink(root_ / "tree" / name)) << name;
  }
}

TEST_F(ChangeSets, RefuseAndChangeNothing) {
  write("outside/x.md", "old");
  write("outside-tree/x.md", "old");
  write("tree/.git/config", "old");
  write("tree/a.md", "old");
  write("tree/b.md", "old");
  make_folder("tree/folder");
  ASSERT_EQ(::mkfifo(at("tree/pipe").c_str(), 0600), 0);
  link("tree/out.md", "../outside/x.md");
  link("tree/out-absolute.md", at("outside/x.md"));
  link("tree/out-beside.md", root() + "-outside/x.md");
  link("tree/out-folder", "../outside");
  link("tree/nowhere.md", "absent.md");
  link("tree/to-folder", "folder/../folder");
  link("tree/to-root", "folder/..");
  link("tree/circle", "circle");
  link("tree/into-git", ".git/config");
  link("tree/b-link.md", "b.md");
  const struct {
    FileChange change;
    const char* want;
  } cases[] = {
      {{"b.md", "older", "new"}, "replacing b.md: changed since it was read"},
      {{"b.md", "xxx", "new"}, "replacing b.md: changed since it was read"},
      {{"b.md", "xxx", {}}, "deleting b.md: changed since it was read"},
      {{"b.md", "xxx", "xxx"}, "replacing b.md: changed since it was read"},
      {{"b.md", {}, "new"}, "creating b.md: exists already"},
      {{"absent.md", "old", "new"}, "replacing absent.md: is gone since it was read"},
      {{"absent/b.md", "old", {}}, "deleting absent/b.md: is gone since it was read"},
      {{"b.md/x", {}, "new"}, "creating b.md/x: a part of its path is not a directory"},
      {{"folder", {}, "new"}, "creating folder: is a directory, not a file"},
      {{"to-folder", {}, "new"}, "creating to-folder: is a directory, not a file"},
      {{"to-root", "old", "new"}, "replacing to-root: is a directory, not a file"},
      {{"pipe", "", "new"}, "replacing pipe: is a FIFO, not a file"},
      {{"circle", "", "new"}, "replacing circle: its symbolic links go in a circle"},
      {{"nowhere.md", {}, "new"}, "creating nowhere.md: is a symbolic link that leads nowhere"},
      {{"out.md", "old", "new"},
       "replacing out.md: is a symbolic link that leads out of the repository"},
      {{"out-absolute.md", "old", "new"},
       "replacing out-absolute.md: is a symbolic link that leads out of the repository"},
      {{"out-beside.md", "old", "new"},
       "replacing out-beside.md: is a symbolic link that leads out of the repository"},
      {{"out-folder/new.md", {}, "new"},
       "creating out-folder/new.md: is a symbolic link that leads out of the repository"},
      {{"../outside/x.md", "old", "new"},
       "replacing ../outside/x.md: is not a path inside the repository"},
      {{"folder/../b.md", "old", "new"},
       "replacing folder/../b.md: is not a path inside the repository"},
      {{"/b.md", {}, "new"}, "creating /b.md: is not a path inside the repository"},
      {{"", {}, "new"}, "creating : is not a path inside the repository"},
      {{"new/", {}, "new"}, "creating new/: is not a path inside the repository"},
      {{".git/config", "old", "new"}, "replacing .git/config: lies in a .git folder"},
      {{"new/.Git/hooks/x", {}, "new"}, "creating new/.Git/hooks/x: lies in a .git folder"},
      {{"into-git", "old", "new"}, "replacing into-git: lies in a .git folder"},
      {{"b-link.md", "old", {}}, "deleting b-link.md: is a symbolic link; only files are deleted"},
      {{"a.md", "old", "newer"}, "replacing a.md: is changed twice"},
      {{"new.md/x.md", {}, "new"}, "creating new.md: changed just now"},
      {{std::string(300, 'x'), {}, "new"}, nullptr},
      {{std::string(3000, '/').insert(0, "a"), {}, "new"}, nullptr},
  };
  const auto before = tree();
  for (const auto& c : cases) {
    SCOPED_TRACE(c.change.path);
    const std::string message = apply({{"a.md", "old", "new"}, {"new.md", {}, "new"}, c.change});
    EXPECT_NE(message, "");
    if (c.want != nullptr) {
      EXPECT_EQ(message, c.want);
    }
    EXPECT_EQ(tree(), before);
    EXPECT_EQ(read("outside/x.md") + read("tree/.git/config"), "oldold");
  }
  EXPECT_EQ(apply({{"b.md", "old", "new"}, {"b-link.md", "old", "newer"}}),
            "replacing b-link.md: is changed twice");
}

TEST_F(ChangeSets, RefuseWhatMayNotBeWritten) {
  write("tree/a.md", "old");
  write("tree/closed/b.md", "old");
  write("tree/read-only.md", "old");
  const auto give = [&](const std::string& path) {
    return ::geteuid() != 0 || ::chown(at(path).c_str(), 65534, 65534) == 0;
  };
  for (const char* path :
       {"tree", "tree/a.md", "tree/closed", "tree/closed/b.md", "tree/read-only.md"}) {
    ASSERT_TRUE(give(path));
  }
  fs::permissions(root_, fs::perms(0755));
  fs::permissions(at("tree/read-only.md"), fs::perms(0444));
  fs::permissions(at("tree/closed"), fs::perms(0555));
  const uid_t user = ::geteuid();
  // Nothing is denied to root: be somebody else for a moment.
  if (user == 0) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const std::string read_only = apply({{"a.md", "old", "new"}, {"read-only.md", "old", "new"}});
  const std::string closed = apply({{"a.md", "old", "new"}, {"closed/b.md", "old", {}}});
  const std::string created = apply({{"a.md", "old", "new"}, {"closed/c.md", {}, "new"}});
  if (user == 0) {
    ASSERT_EQ(::seteuid(user), 0);
  }
  fs::permissions(at("tree/closed"), fs::perms(0755));
  EXPECT_EQ(read_only, "replacing read-only.md: is read-only");
  EXPECT_EQ(closed, "deleting closed/b.md: its folder is read-only");
  EXPECT_EQ(created, "creating closed/c.md: writing its new text: permission denied");
  EXPECT_EQ(in_tree("a.md"), "old");
}

TEST_F(ChangeSets, KeepTheOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  write("tree/a.md", "old");
  ASSERT_EQ(::chown(at("tree/a.md").c_str(), 65534, 65533), 0);
  EXPECT_EQ(apply({{"a.md", "old", "new"}}), "");
  struct stat status{};
  ASSERT_EQ(::stat(at("tree/a.md").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 65534U);
  EXPECT_EQ(status.st_gid, 65533U);
}

TEST_F(ChangeSets, SayThatThereIsNoPlaceForThem) {
  const auto applied = apply_changes(at("absent"), {});
  ASSERT_FALSE(applied.has_value());
  EXPECT_EQ(applied.error().message, "opening " + at("absent") + ": does not exist");

  write("tree/.milepost", "a file");
  EXPECT_EQ(apply({{"a.md", {}, "new"}}),
            "opening " + state() + ": a part of its path is not a directory");
}

TEST_F(ChangeSets, StopWhenAFileChangesMeanwhile) {
  write("tree/a.md", "old");
  write("tree/b.md", "old");
  const struct {
    const char* want;
    std::function<void()> act;
  } cases[] = {
      {"replacing b.md: changed just now", [&] { write("tree/b.md", "own"); }},
      {"replacing b.md: changed just now", [&] { fs::remove(at("tree/b.md")); }},
      {"creating c.md: changed just now", [&] { write("tree/c.md", "own"); }},
  };
  for (const auto& c : cases) {
    write("tree/a.md", "old");
    write("tree/b.md", "old");
    fs::remove(at("tree/c.md"));
    bool acted = false;
    BusyDisk disk([&](const std::string& call) {
      if (acted || !call.ends_with(".tmp") || !call.starts_with("sync")) return;
      acted = true;
      c.act();
    });
    EXPECT_EQ(apply({{"a.md", "old", "new"}, {"b.md", "old", "new"}, {"c.md", {}, "new"}}, disk),
              c.want);
    EXPECT_TRUE(acted);
    EXPECT_EQ(in_tree("a.md"), "old");
    EXPECT_LE(tree().size(), 3U);
    EXPECT_EQ(tree().count("c.md"), in_tree("c.md") == "own" ? 1U : 0U);
  }
}

// Somebody swaps a folder for a link to another place, at whichever moment.
TEST_F(ChangeSets, AreNotLedOutByALinkSwappedIn) {
  bool ended = false;
  for (int moment = 1; !ended; ++moment) {
    SCOPED_TRACE(moment);
    fs::remove_all(root());
    fs::remove_all(at("outside"));
    write("tree/a/b/x.md", "old");
    write("tree/y.md", "old");
    write("outside/b/x.md", "old");
    int calls = 0;
    BusyDisk disk([&](const std::string&) {
      if (++calls != moment) return;
      fs::rename(at("tree/a"), at("tree/was"));
      fs::create_directory_symlink(at("outside"), at("tree/a"));
    });
    const std::string message = apply(
        {{"y.md", "old", "new"}, {"a/b/x.md", "old", "new"}, {"a/b/new.md", {}, "new"}}, disk);
    ended = calls < moment;
    if (message.empty()) {
      EXPECT_EQ(in_tree(fs::exists(at("tree/was")) ? "was/b/x.md" : "a/b/x.md"), "new");
    }
    EXPECT_TRUE(message.empty() || !ended) << message;
    EXPECT_EQ(read("outside/b/x.md"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(at("outside/b")), fs::directory_iterator()), 1);
  }
}

TEST_F(ChangeSets, ComeOneAtATime) {
  write("tree/count.md", "0");
  std::atomic<int> made = 0;
  const auto count_up = [&] {
    for (int i = 0; i < 20; ++i) {
      const std::string before = in_tree("count.md");
      FaultyDisk disk;
      const FileChange change[] = {{"count.md", before, std::to_string(std::stoi(before) + 1)}};
      if (apply_changes(root(), change, disk)) ++made;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(count_up);
  for (auto& thread : threads) thread.join();
  EXPECT_GT(made.load(), 0);
  EXPECT_EQ(in_tree("count.md"), std::to_string(made.load()));
}

}  // namespace
}  // namespace milepost
