#include "features/log/log.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/record.h"
#include "workspace/repository_fixture.h"

namespace milepost::log {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// In no git repository: what git adds is tested from outside.
class Logs : public RepositoryFixture {
 protected:
  Logs() {
    propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\n");
    propose("13-safer", "title: Safer\nnumber: 13\nstatus: draft\n");
    propose("unnumbered", "title: Young\nstatus: draft\n");
  }

  Workspace::Pointer open() const {
    const auto workspace = Workspace::open({.directory = at("")}, now_utc());
    EXPECT_TRUE(workspace);
    return *workspace;
  }

  void happen(std::string stream, std::string kind, EventFields fields, std::string_view day) {
    NewEvent event;
    event.stream = std::move(stream);
    event.kind = std::move(kind);
    event.by = "lead";
    event.time = start_of(*parse_date(day));
    event.fields = std::move(fields);
    const auto record = open()->open_record(Access::kWrite);
    ASSERT_TRUE(record) << record.error().message;
    const NewEvent events[] = {std::move(event)};
    const auto appended = (*record)->store().append(events, {});
    ASSERT_TRUE(appended) << appended.error().message;
  }

  void move(const std::string& from, const std::string& to, std::string_view day) {
    happen("moves", "moved", {{"from", "proposal/" + from}, {"to", "proposal/" + to}}, day);
  }

  // "2026-01-12 opted-in", the failure's message when there is one.
  std::vector<std::string> shown(const Result<Log>& log) {
    if (!log) return {log.error().message};
    log_ = *log;
    std::vector<std::string> lines;
    for (const LogEntry& entry : log_.entries) {
      std::string line = fmt::format("{} {}", to_string(date_of(entry.time)), entry.kind);
      if (entry.proposal != ProposalRef{}) line += " " + entry.proposal.heading();
      lines.push_back(std::move(line));
    }
    return lines;
  }

  std::vector<std::string> of_proposal(const std::string& subject, const Period& period = {}) {
    return shown(log_proposal(*open(), {subject, period}));
  }
  std::vector<std::string> of_release(const char* release, const Period& period = {}) {
    return shown(log_release(*open(), {*parse_version(release), period}));
  }

  Log log_;
};

TEST_F(Logs, OfAProposalHaveItsEventsAndWhy) {
  happen("proposal/12", "held", {{"comment", "wait"}}, "2026-01-10");
  happen("proposal/13", "held", {{"comment", "not this"}}, "2026-01-11");
  happen("proposal/12", "removed",
         {{"release", "v1.38"}, {"comment", "late"}, {"clock", "2026-02-01T00:00:00Z"}},
         "2026-01-12");
  happen("proposal/12", "of-tomorrow", {{"what", "is it"}}, "2026-01-13");
  EXPECT_THAT(of_proposal("012"),
              ElementsAre("2026-01-10 held", "2026-01-12 removed", "2026-01-13 of-tomorrow"));
  EXPECT_EQ(log_.proposal.heading(), "12 Faster");
  EXPECT_THAT(log_.notes, ElementsAre(HasSubstr("no git repository")));
  const LogEntry& removed = log_.entries[1];
  EXPECT_EQ(removed.reference, "3");
  EXPECT_EQ(removed.by, "lead");
  EXPECT_TRUE(removed.claimed);
  EXPECT_EQ(removed.comment, "late");
  EXPECT_EQ(removed.clock, "2026-02-01T00:00:00Z");
  EXPECT_THAT(removed.fields, ElementsAre(testing::Pair("release", "v1.38")));
  EXPECT_THAT(removed.meaning, HasSubstr("removed from a release"));
  EXPECT_EQ(log_.entries[2].meaning, "") << "a later milepost knows what it is";
}

TEST_F(Logs, AreCutToDays) {
  for (const char* day : {"2026-01-10", "2026-01-11", "2026-01-12"}) {
    happen("proposal/12", "commented", {{"comment", day}, {"release", "v1.38"}}, day);
  }
  const struct {
    const char* name;
    Period period;
    std::size_t want;
  } cases[] = {
      {"all", {}, 3},
      {"both days count", {parse_date("2026-01-11"), parse_date("2026-01-11")}, 1},
      {"from a day on", {parse_date("2026-01-11"), {}}, 2},
      {"up to a day", {{}, parse_date("2026-01-11")}, 2},
      {"none", {parse_date("2026-01-13"), {}}, 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(of_proposal("12", c.period).size(), c.want);
    EXPECT_EQ(of_release("v1.38", c.period).size(), c.want);
    EXPECT_EQ(log_.bounded, c.period.since || c.period.until);
  }
}

TEST_F(Logs, FollowNames) {
  happen("proposal/ways/old", "held", {{"comment", "a"}}, "2026-01-10");
  move("ways/old", "ways/older", "2026-01-11");
  happen("proposal/ways/older", "unheld", {}, "2026-01-12");
  move("ways/older", "12", "2026-01-13");
  happen("proposal/12", "opted-in", {{"release", "v1.38"}}, "2026-01-14");
  // The old name is another's now, which then becomes 13.
  happen("proposal/ways/old#2", "commented", {{"comment", "b"}}, "2026-01-15");
  move("ways/old", "13", "2026-01-16");

  const std::vector<std::string> all{"2026-01-10 held", "2026-01-11 moved", "2026-01-12 unheld",
                                     "2026-01-13 moved", "2026-01-14 opted-in"};
  EXPECT_EQ(of_proposal("12"), all);
  EXPECT_EQ(of_proposal(at("ways/older")), all) << "by a name it had";
  EXPECT_EQ(log_.proposal.heading(), "12 Faster");
  EXPECT_THAT(of_proposal("13"), ElementsAre("2026-01-15 commented", "2026-01-16 moved"));
  EXPECT_THAT(of_release("v1.38"), ElementsAre("2026-01-14 opted-in 12 Faster"));
}

TEST_F(Logs, OfWhatIsGone) {
  happen("proposal/99", "held", {{"comment", "a"}}, "2026-01-10");
  happen("proposal/ways/gone", "opted-in", {{"release", "v1.38"}}, "2026-01-11");
  EXPECT_THAT(of_proposal("99"), ElementsAre("2026-01-10 held"));
  EXPECT_EQ(log_.proposal.heading(), "99 its files are gone");
  EXPECT_THAT(of_proposal(at("ways/gone")), ElementsAre("2026-01-11 opted-in"));
  EXPECT_THAT(of_release("v1.38"), ElementsAre("2026-01-11 opted-in its files are gone"));
  EXPECT_THAT(log_.entries.front().proposal.path, HasSubstr("ways/gone"));
  EXPECT_THAT(of_proposal("98"), ElementsAre(HasSubstr("no proposal of that number")));
  EXPECT_THAT(of_proposal(at("ways")), ElementsAre(HasSubstr("several proposals")));
}

TEST_F(Logs, OfNothingAreEmpty) {
  EXPECT_THAT(of_proposal("12"), IsEmpty());
  EXPECT_THAT(of_release("v1.38"), IsEmpty());
}

TEST_F(Logs, OfAReleaseHaveWhatNamesIt) {
  happen("proposal/12", "opted-in", {{"release", "v1.38"}}, "2026-01-10");
  happen("proposal/13", "opted-in", {{"release", "v1.39"}}, "2026-01-11");
  happen("proposal/13", "deferred", {{"release", "v1.37"}, {"to", "v1.38"}, {"comment", "x"}},
         "2026-01-12");
  happen("proposal/13", "tracker-status", {{"to", "v1.38"}}, "2026-01-13");
  happen("proposal/12", "ticked", {{"list", "l"}, {"release", "1.38"}, {"item", "i"}},
         "2026-01-14");
  happen("release/v1.38", "of-tomorrow", {}, "2026-01-15");
  happen("release/v1.39", "of-tomorrow", {}, "2026-01-16");
  EXPECT_THAT(of_release("1.38"),
              ElementsAre("2026-01-10 opted-in 12 Faster", "2026-01-12 deferred 13 Safer",
                          "2026-01-14 ticked 12 Faster", "2026-01-15 of-tomorrow"));
  EXPECT_EQ(log_.release, "v1.38");
}

// --- a page of many ---

TEST_F(Logs, InPartHaveTheLatestOfARecord) {
  for (int i = 1; i <= 9; ++i) {
    happen("proposal/12", "commented", {{"comment", std::to_string(i)}}, "2026-01-10");
  }
  const auto numbers = [&](std::size_t skip, std::size_t most) {
    const auto log = log_record(*open(), {}, {skip, most});
    EXPECT_TRUE(log) << log.error().message;
    log_ = *log;
    std::string text = fmt::format("{} |", log_.earlier);
    for (const LogEntry& entry : log_.entries) text += " " + entry.reference;
    return text + fmt::format(" | {}", log_.later);
  };
  EXPECT_EQ(numbers(0, 4), "5 | 6 7 8 9 | 0");
  EXPECT_EQ(numbers(4, 4), "1 | 2 3 4 5 | 4");
  EXPECT_EQ(numbers(8, 4), "0 | 1 | 8");
  EXPECT_EQ(numbers(400, 4), "0 | 1 | 8") << "the last there is";
  EXPECT_EQ(numbers(0, 9), "0 | 1 2 3 4 5 6 7 8 9 | 0");
  EXPECT_EQ(numbers(0, 100), "0 | 1 2 3 4 5 6 7 8 9 | 0");
  EXPECT_EQ(log_.entries.front().proposal.heading(), "12 Faster");
}

TEST_F(Logs, InPartHaveTheLatestOfAProposal) {
  for (int i = 1; i <= 6; ++i) {
    happen("proposal/12", "commented", {{"comment", std::to_string(i)}},
           fmt::format("2026-01-1{}", i));
    happen("proposal/13", "held", {{"comment", "other"}}, fmt::format("2026-01-1{}", i));
  }
  const auto comments = [&](const Slice& slice, const Period& period = {}) {
    const auto log = log_proposal(*open(), {"12", period, slice});
    EXPECT_TRUE(log) << log.error().message;
    log_ = *log;
    std::string text = fmt::format("{} |", log_.earlier);
    for (const LogEntry& entry : log_.entries) text += " " + entry.comment;
    return text + fmt::format(" | {}", log_.later);
  };
  EXPECT_EQ(comments({0, 4}), "2 | 3 4 5 6 | 0");
  EXPECT_EQ(comments({4, 4}), "0 | 1 2 | 4");
  EXPECT_EQ(comments({40, 4}), "0 | 1 2 | 4");
  EXPECT_EQ(comments({}), "0 | 1 2 3 4 5 6 | 0");
  EXPECT_EQ(comments({0, 2}, {parse_date("2026-01-13"), parse_date("2026-01-15")}), "1 | 4 5 | 0");
}

// Under each name that it had.
TEST_F(Logs, InPartCountEveryName) {
  happen("proposal/old.md", "held", {{"comment", "1"}}, "2026-01-10");
  happen("proposal/old.md", "unheld", {{"comment", "2"}}, "2026-01-11");
  move("old.md", "12", "2026-01-12");
  happen("proposal/12", "held", {{"comment", "3"}}, "2026-01-13");
  const auto record = open()->open_record(Access::kRead);
  ASSERT_TRUE(record);
  const auto latest = (*record)->latest_of("proposal/12", 2);
  ASSERT_TRUE(latest) << latest.error().message;
  ASSERT_EQ(latest->events.size(), 2U);
  EXPECT_EQ(latest->events.front().kind, "unheld");
  EXPECT_EQ(latest->earlier, 1U);
  const auto held = (*record)->last_of_kind("proposal/12", "unheld");
  ASSERT_TRUE(held && *held);
  EXPECT_EQ((**held).number, 2U);
  EXPECT_FALSE(*(*record)->last_of_kind("proposal/12", "approved"));
}

// Also by what is on a page before it.
TEST_F(Logs, InPartMarkWhatWasUndoneLater) {
  happen("proposal/12", "removed", {{"release", "v1.38"}}, "2026-01-10");
  happen("proposal/13", "held", {}, "2026-01-11");
  happen("proposal/12", "restored", {{"release", "v1.38"}}, "2026-01-12");
  const auto log = log_record(*open(), {}, {2, 1});
  ASSERT_TRUE(log) << log.error().message;
  ASSERT_EQ(log->entries.size(), 1U);
  EXPECT_EQ(log->entries.front().kind, "removed");
  ASSERT_TRUE(log->entries.front().undone);
  EXPECT_EQ(log->entries.front().undone->reference, "3");
}

}  // namespace
}  // namespace milepost::log
