#include "features/home/home.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/record.h"
#include "workspace/repository_fixture.h"

namespace milepost::home {
namespace {

class Homes : public RepositoryFixture {};

TEST_F(Homes, EventsOfOneSecondHaveTheLatestFirstInTheWordsOfTheLog) {
  propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\n");
  const auto workspace = Workspace::open({.directory = at("")}, now_utc());
  ASSERT_TRUE(workspace);
  const auto record = (*workspace)->open_record(Access::kWrite);
  ASSERT_TRUE(record) << record.error().message;
  std::vector<NewEvent> events;
  for (const char* const kind : {"held", "unheld", "opted-in"}) {
    NewEvent& event = events.emplace_back();
    event.stream = "proposal/12";
    event.kind = kind;
    event.by = "lead";
    event.time = start_of({2026, 1, 12});
    if (event.kind == "opted-in") event.fields = {{"release", "v1.38"}};
    if (event.kind == "held") event.fields = {{"comment", "wait"}};
  }
  const auto appended = (*record)->store().append(events, {});
  ASSERT_TRUE(appended) << appended.error().message;
  const auto later = Workspace::open({.directory = at("")}, now_utc());
  ASSERT_TRUE(later);
  std::vector<std::string> shown;
  for (const RecentChange& change : look_around(**later).changes) shown.push_back(change.what);
  EXPECT_THAT(shown,
              testing::ElementsAre("opted it in to v1.38", "lifted the hold", "put it on hold"));
}

}  // namespace
}  // namespace milepost::home
