#include "features/log/log_html.h"

#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::log {
namespace {

class LogPages : public RepositoryFixture {
 protected:
  LogPages() { visit_.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000}); }

  static Log log_of(std::size_t count) {
    Log log;
    for (std::size_t i = 1; i <= count; ++i) {
      LogEntry& entry = log.entries.emplace_back();
      entry.time = {static_cast<std::int64_t>(i)};
      entry.reference = std::to_string(i);
      entry.kind = "opted-in";
      entry.by = "lead";
    }
    return log;
  }

  Visit visit_;
};

TEST_F(LogPages, BeginWithTheLatest) {
  const Json page = log_html(visit_, log_of(3), {});
  EXPECT_EQ(page["entries"][0]["reference"], "#3");
  EXPECT_EQ(page["entries"][0]["what"], "opted it in");
  EXPECT_EQ(page["older"], "");
}

TEST_F(LogPages, ArePagedAndKeepTheirFilters) {
  const Log log = log_of(kLogPage + 1);
  const Json first = log_html(visit_, log, {.release = "v1.38"});
  EXPECT_EQ(first["entries"].size(), kLogPage);
  EXPECT_EQ(first["older"], "/log?release=v1.38&page=2");
  const Json second = log_html(visit_, log, {.release = "v1.38", .page = 2});
  EXPECT_EQ(second["entries"].size(), 1U);
  EXPECT_EQ(second["newer"], "/log?release=v1.38");
  EXPECT_EQ(log_html(visit_, log, {.page = 99})["page"], 2);
  EXPECT_EQ(log_html(visit_, log, {.page = 1})["paged"], true);
  EXPECT_EQ(log_html(visit_, log, {.page = 0})["page"], 1);
}

TEST_F(LogPages, AreMadeOfTheEntriesThatAreThere) {
  Log log = log_of(2);
  log.later = kLogPage;
  log.earlier = 3 * kLogPage;
  const Json page = log_html(visit_, log, {.page = 2});
  EXPECT_EQ(page["pages"], 5);
  EXPECT_EQ(page["count"], "402 entries");
  ASSERT_EQ(page["entries"].size(), 2U);
  EXPECT_EQ(page["entries"][0]["reference"], "#2");
  EXPECT_EQ(page["older"], "/log?page=3");
}

TEST_F(LogPages, MarkWhatWasUndone) {
  Log log = log_of(1);
  log.entries[0].undone = Undoing{"ann", {5}, "9"};
  EXPECT_EQ(log_html(visit_, log, {})["entries"][0]["undone"]["reference"], "9");
}

// Where files of the server are is not for everybody.
TEST_F(LogPages, TellWhereTheRecordIsToWhoHasSignedIn) {
  const RecordPlace place{"/srv/keps/record.db", true, {7, {}}};
  EXPECT_EQ(place_html(visit_, place)["name"], "");
  EXPECT_EQ(place_html(visit_, place)["head"], 7);
  visit_.visitor.handle = "ann";
  EXPECT_EQ(place_html(visit_, place)["name"], "/srv/keps/record.db");
}

}  // namespace
}  // namespace milepost::log
