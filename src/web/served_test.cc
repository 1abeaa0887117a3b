#include "web/served.h"

#include <filesystem>
#include <mutex>
#include <thread>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/events.h"
#include "web/live.h"
#include "workspace/repository_fixture.h"

namespace milepost::web {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::chrono::seconds kLong{20};  // the machine may be busy

class ServedTest : public RepositoryFixture {
 protected:
  ServedTest() {
    ::setenv("HOME", "/nonexistent", 1);
    ::setenv("GIT_CONFIG_GLOBAL", at("global").c_str(), 1);
    write("global", "[user]\n\tname = Jane\n\temail = jane@example.org\n");
    propose("1-first", metadata("First", "draft"));
    propose("2-second", metadata("Second", "draft"));
  }

  static std::string metadata(std::string_view title, std::string_view status) {
    return "title: " + std::string(title) + "\nstatus: " + std::string(status) +
           "\nstage: alpha\nauthors: [\"@jane\"]\n";
  }

  void run(const std::string& command) const {
    ASSERT_EQ(std::system(("cd '" + at("") + "' && " + command + " >/dev/null 2>&1").c_str()), 0)
        << command;
  }
  void commit() const {
    run("git init -q -b main . && git add -A && git commit -q -m change --allow-empty");
  }

  std::unique_ptr<Served> serve(ServedOptions options = {}) {
    if (options.place.empty()) options.place = at("");
    options.name = "ways";
    options.log = [this](const std::string& message) {
      const std::scoped_lock lock(mutex_);
      logged_.push_back(message);
    };
    auto served = Served::open(std::move(options));
    EXPECT_TRUE(served) << served.error().message;
    return served ? *std::move(served) : nullptr;
  }

  // Waits until a snapshot is as it should be; the last one.
  template <typename Holds>
  static std::shared_ptr<const Snapshot> await(const Served& served, Holds&& holds) {
    const auto end = std::chrono::steady_clock::now() + kLong;
    while (std::chrono::steady_clock::now() < end) {
      auto snapshot = served.now();
      if (holds(*snapshot)) return snapshot;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "it never came";
    return served.now();
  }

  static std::vector<std::string> titles(const Snapshot& snapshot) {
    std::vector<std::string> all;
    for (const Card& card : snapshot.workspace->index().cards) all.push_back(card.title);
    return all;
  }

  // As another process does it: through a workspace of its own.
  void record(const std::string& number) const {
    const auto workspace = Workspace::open({.directory = at("")}, now_utc());
    ASSERT_TRUE(workspace);
    const auto record = (*workspace)->open_record(Access::kWrite);
    ASSERT_TRUE(record) << record.error().message;
    const Card* const card = (*workspace)->index().find_number(number);
    ASSERT_NE(card, nullptr);
    const std::vector<NewEvent> events{
        event_of(*card, {"jane", now_utc()}, events::Held{"not yet"})};
    const auto appended = (*record)->store().append(events, {});
    ASSERT_TRUE(appended) << appended.error().message;
  }

  static bool is_held(const Snapshot& snapshot, const std::string& number) {
    const auto& record = snapshot.workspace->record();
    if (!record) return false;
    const auto state = (*record)->state_of(stream_named(number));
    return state && state->hold.has_value();
  }

  std::vector<std::string> logged() {
    const std::scoped_lock lock(mutex_);
    return logged_;
  }

  std::mutex mutex_;
  std::vector<std::string> logged_;
};

TEST_F(ServedTest, HasASnapshotAtOnce) {
  const auto served = serve();
  const auto first = served->now();
  EXPECT_EQ(first->generation, 1u);
  EXPECT_EQ(first->name, "ways");
  EXPECT_THAT(titles(*first), ElementsAre("First", "Second"));
}

TEST_F(ServedTest, SeesAnEditAndKeepsTheOldSnapshotGood) {
  const auto served = serve();
  const auto first = served->now();
  write("ways/1-first/way.yaml", metadata("Changed", "accepted"));
  const auto later =
      await(*served, [](const Snapshot& s) { return titles(s).front() == "Changed"; });
  EXPECT_GT(later->generation, first->generation);
  EXPECT_THAT(titles(*later), ElementsAre("Changed", "Second"));
  EXPECT_THAT(titles(*first), ElementsAre("First", "Second"));
}

TEST_F(ServedTest, TellsNoChangeToWhoHasSeenALaterMinute) {
  ServedOptions options;
  options.renew_every = std::chrono::milliseconds(50);
  const auto served = serve(std::move(options));
  write("ways/1-first/way.yaml", metadata("Changed", "accepted"));
  const auto edited =
      await(*served, [](const Snapshot& s) { return titles(s).front() == "Changed"; });
  const auto later =
      await(*served, [&](const Snapshot& s) { return s.generation >= edited->generation + 3; });
  const auto stream = later->live->listen(later->generation, "here", 1).value_or(nullptr);
  ASSERT_NE(stream, nullptr);
  EXPECT_THAT(stream->take().value_or(""), testing::Not(HasSubstr("event: change")));
}

TEST_F(ServedTest, ReadsOnlyWhatChanged) {
  const auto served = serve();
  const auto metadata_of = [](const Snapshot& s, const char* number) {
    return s.workspace->index().find_number(number)->metadata;
  };
  const auto first = served->now();
  write("ways/1-first/way.yaml", metadata("Changed", "accepted"));
  const auto later =
      await(*served, [](const Snapshot& s) { return titles(s).front() == "Changed"; });
  EXPECT_EQ(metadata_of(*first, "2"), metadata_of(*later, "2"));
  EXPECT_NE(metadata_of(*first, "1"), metadata_of(*later, "1"));
}

TEST_F(ServedTest, SeesAFileThatIsReplacedAsEditorsDo) {
  const auto served = serve();
  write("ways/1-first/.way.yaml.swp", metadata("Renamed", "draft"));
  std::filesystem::rename(at("ways/1-first/.way.yaml.swp"), at("ways/1-first/way.yaml"));
  await(*served, [](const Snapshot& s) { return titles(s).front() == "Renamed"; });
}

TEST_F(ServedTest, SeesNewProposalsAndEditsOfThem) {
  const auto served = serve();
  propose("3-third", metadata("Third", "draft"));
  await(*served, [](const Snapshot& s) { return titles(s).size() == 3; });
  write("ways/3-third/way.yaml", metadata("Third and changed", "draft"));
  await(*served, [](const Snapshot& s) { return titles(s).back() == "Third and changed"; });
}

TEST_F(ServedTest, SeesWhatIsDeleted) {
  const auto served = serve();
  std::filesystem::remove_all(at("ways/1-first"));
  const auto later = await(*served, [](const Snapshot& s) { return titles(s).size() == 1; });
  EXPECT_THAT(titles(*later), ElementsAre("Second"));
}

TEST_F(ServedTest, SeesARenamedFolderAndEditsInIt) {
  const auto served = serve();
  std::filesystem::rename(at("ways/1-first"), at("ways/7-seventh"));
  await(*served, [](const Snapshot& s) {
    return s.workspace->index().find_number("7") != nullptr &&
           s.workspace->index().find_number("1") == nullptr;
  });
  write("ways/7-seventh/way.yaml", metadata("Moved", "draft"));
  await(*served, [](const Snapshot& s) { return titles(s).back() == "Moved"; });
}

TEST_F(ServedTest, SeesAChangeOfTheProcess) {
  const auto served = serve();
  std::string process = read("pack/process.yaml");
  process.replace(process.find("{id: draft}"), 11, "{id: draft}\n  - {id: parked}");
  write("pack/process.yaml", process);
  const auto later = await(*served, [](const Snapshot& s) {
    return s.workspace->process().find_status("parked") != nullptr;
  });
  EXPECT_EQ(titles(*later).size(), 2u);
}

TEST_F(ServedTest, ServesOnWhileTheProcessIsWrongAndSaysSoOnce) {
  const auto served = serve();
  const std::string right = read("pack/process.yaml");
  write("pack/process.yaml", "schema: 1\nname: [");
  const auto end = std::chrono::steady_clock::now() + kLong;
  while (logged().empty() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_THAT(logged(), ElementsAre(HasSubstr("process.yaml")));
  EXPECT_EQ(titles(*served->now()).size(), 2u);
  // What was edited meanwhile is not forgotten.
  write("ways/1-first/way.yaml", metadata("Meanwhile", "draft"));
  write("pack/process.yaml", right);
  await(*served, [](const Snapshot& s) { return titles(s).front() == "Meanwhile"; });
}

TEST_F(ServedTest, ServesOnWhenItIsGoneAndSeesItComeBack) {
  commit();
  const auto served = serve();
  const auto await_message = [&](std::string_view wanted) {
    const auto end = std::chrono::steady_clock::now() + kLong;
    const auto is_there = [&] {
      return std::ranges::any_of(
          logged(), [&](const std::string& one) { return one.find(wanted) != one.npos; });
    };
    while (!is_there() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_THAT(logged(), testing::Contains(HasSubstr(std::string(wanted))));
  };
  std::filesystem::rename(at("milepost.yaml"), at("away.yaml"));
  await_message("no process is recognised here any more; serving what was read before");
  EXPECT_THAT(titles(*served->now()), ElementsAre("First", "Second"));
  std::filesystem::rename(at("away.yaml"), at("milepost.yaml"));
  write("ways/1-first/way.yaml", metadata("Mended", "accepted"));
  await(*served, [](const Snapshot& s) { return titles(s).front() == "Mended"; });

  const std::string away = root_.string() + ".away";
  std::filesystem::rename(root_, away);
  await_message(root_.string());
  EXPECT_THAT(titles(*served->now()), ElementsAre("Mended", "Second"));
  std::filesystem::rename(away, root_);
  write("ways/1-first/way.yaml", metadata("Came back", "accepted"));
  await(*served, [](const Snapshot& s) { return titles(s).front() == "Came back"; });
  write("ways/1-first/way.yaml", metadata("Again", "accepted"));
  await(*served, [](const Snapshot& s) { return titles(s).front() == "Again"; });
}

TEST_F(ServedTest, SeesACommit) {
  commit();
  const auto served = serve();
  const auto versions = [](const Snapshot& s) {
    const auto& past = s.workspace->past();
    return past ? past->history.commits.size() : 0;
  };
  const std::size_t before = versions(*served->now());
  EXPECT_GT(before, 0u);
  write("ways/1-first/way.yaml", metadata("Changed", "accepted"));
  run("git commit -q -a -m second");
  await(*served, [&](const Snapshot& s) { return versions(s) > before; });
}

TEST_F(ServedTest, SeesWhatAnotherProcessRecords) {
  commit();
  const auto served = serve();
  EXPECT_FALSE(is_held(*served->now(), "1"));
  const std::uint64_t before = served->now()->generation;
  record("1");
  await(*served, [&](const Snapshot& s) { return s.generation > before && is_held(s, "1"); });
  const std::uint64_t between = served->now()->generation;
  record("2");
  await(*served, [&](const Snapshot& s) { return s.generation > between && is_held(s, "2"); });
}

TEST_F(ServedTest, ReadsItsOwnWrites) {
  commit();
  const auto served = serve();
  for (const char* const number : {"1", "2"}) {
    const std::uint64_t before = served->now()->generation;
    record(number);
    served->refresh_record();
    EXPECT_GT(served->now()->generation, before);
    EXPECT_TRUE(is_held(*served->now(), number));
  }
  const std::uint64_t quiet = served->now()->generation;
  served->refresh_record();
  EXPECT_EQ(served->now()->generation, quiet);
}

TEST_F(ServedTest, TellsWhichProposalsChangedAndWhatWasRecorded) {
  commit();
  const auto served = serve();
  const auto stream = served->now()->live->listen(0, "here", 1).value_or(nullptr);
  ASSERT_TRUE(stream);
  (void)stream->take();
  const auto heard = [&](std::string_view wanted) {
    std::string all;
    const auto end = std::chrono::steady_clock::now() + kLong;
    while (all.find(wanted) == all.npos && std::chrono::steady_clock::now() < end) {
      all += stream->take().value_or("");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return all;
  };
  write("ways/2-second/README.md", "# Second\n");
  EXPECT_THAT(heard("event: change"), HasSubstr("\"proposals\":[\"2\"],\"all\":false"));
  record("1");
  const std::string told = heard("event: recorded");
  EXPECT_THAT(told, HasSubstr("id: 1\nevent: recorded\ndata: {\"number\":1,"));
  EXPECT_THAT(told, HasSubstr("\"proposals\":[\"1\"]"));
}

TEST_F(ServedTest, ServesTheHeadOfABareRepository) {
  commit();
  run("git clone -q --bare . bare.git");
  ServedOptions options;
  options.place = at("bare.git");
  const auto served = serve(options);
  EXPECT_THAT(titles(*served->now()), ElementsAre("First", "Second"));
  write("ways/1-first/way.yaml", metadata("Changed", "accepted"));
  run("git commit -q -a -m second && git push -q bare.git main");
  const auto later =
      await(*served, [](const Snapshot& s) { return titles(s).front() == "Changed"; });
  EXPECT_THAT(titles(*later), ElementsAre("Changed", "Second"));
}

TEST_F(ServedTest, ServesAnAddressAndFetchesWhatComes) {
  commit();
  ServedOptions options;
  options.place = "file://" + at("");
  options.cache = at("cache");
  options.fetch_every = std::chrono::milliseconds(50);
  const auto served = serve(options);
  EXPECT_THAT(titles(*served->now()), ElementsAre("First", "Second"));
  write("ways/1-first/way.yaml", metadata("Changed", "accepted"));
  run("git commit -q -a -m second");
  await(*served, [](const Snapshot& s) { return titles(s).front() == "Changed"; });
  // What cannot be fetched is reported, and what was fetched stays.
  std::filesystem::rename(at(".git"), at("away"));
  const auto end = std::chrono::steady_clock::now() + kLong;
  while (logged().empty() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_THAT(logged(), ElementsAre(HasSubstr("fetching from file://")));
  EXPECT_THAT(titles(*served->now()), ElementsAre("Changed", "Second"));
}

TEST_F(ServedTest, RefusesAFolderWithoutAProcess) {
  make_folder("elsewhere");
  std::filesystem::remove(at("milepost.yaml"));
  std::filesystem::remove_all(at("ways"));
  ServedOptions options;
  options.place = at("elsewhere");
  const auto served = Served::open(options);
  ASSERT_FALSE(served);
  EXPECT_THAT(served.error().message, HasSubstr("no process is recognised"));
}

TEST_F(ServedTest, ManyThreadsReadWhileFilesChange) {
  commit();
  record("1");
  const auto served = serve();
  std::atomic<bool> stop = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        const auto snapshot = served->now();
        (void)snapshot->workspace->facts().rosters();
        (void)is_held(*snapshot, "1");
        const auto selection = snapshot->workspace->select({.words = {"1"}});
        if (selection) (void)snapshot->findings->find(selection->proposals.front());
      }
    });
  }
  for (int i = 0; i < 10; ++i) {
    const std::string title = "Title " + std::to_string(i);
    write("ways/2-second/way.yaml", metadata(title, "draft"));
    await(*served, [&](const Snapshot& s) { return titles(s).back() == title; });
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
}

TEST(ServedNames, AreMadeOfPlaces) {
  EXPECT_THAT(served_names({"/a/keps", "/b/keps", "https://example.org/x/tuf.git/", "/a b/ü x"}),
              ElementsAre("keps", "keps-2", "tuf", "---x"));
  EXPECT_THAT(served_names({"/a/assets", "/a/metrics", "/b/metrics"}),
              ElementsAre("assets-2", "metrics-2", "metrics-3"))
      << "the server has pages of these names";
  EXPECT_THAT(served_names({"/a/assets"}), ElementsAre("assets"));
}

class ServedTitles : public TreeFixture {
 protected:
  // A folder that looks like a clone with this configuration.
  std::string clone(const std::string& name, const std::string& config) const {
    write(name + "/.git/config", config);
    write(name + "/docs/a.md", "# A\n");
    return at(name);
  }
};

TEST_F(ServedTitles, AreWhatTheHostCallsTheRepository) {
  const std::string origin = "[remote \"origin\"]\n\turl = git@example.org:lane/plans.git\n";
  const std::string one = clone("one", origin);
  const std::string fork =
      clone("fork", "[remote \"mine\"]\n\turl = https://example.org/jane/plans\n" + origin);
  const std::string local = clone("local", "[remote \"origin\"]\n\turl = /srv/plans\n");
  const std::vector<std::string> places = {
      one, fork, local, one + "/docs", "https://example.org/group/part/x.git", one + "/."};
  EXPECT_THAT(served_titles(places, served_names(places)),
              ElementsAre("lane/plans", "jane/plans", "local", "docs", "group/part/x", "one-2"))
      << "the first remote counts; a folder is no clone; none stands twice";
}

}  // namespace
}  // namespace milepost::web
