#include <algorithm>

#include "features/inbox/items_fixture.h"

namespace milepost::inbox {
namespace {

class RecordItems : public AskFixture {
 protected:
  std::vector<InboxItem> items() const { return items_of_record(of(), state_, releases_); }
  std::string found() const { return shown(items()); }

  std::string ask_of_issue() {
    const auto issue = read_issue(process_->tracking, make_source(kAskIssue, "issue.md"));
    const Tracker tracker =
        make_tracker({*process_, card_, rosters_, state_, issue, "v1.2", "alpha", now_,
                      [](const Condition&) { return Verdict{}; }});
    return shown(items_of_tracker(of(), state_, tracker));
  }
};

TEST_F(RecordItems, NothingOfAnEmptyRecord) { EXPECT_EQ(found(), ""); }

TEST_F(RecordItems, ConcernsAndHolds) {
  happen("concern", {{"comment", "what of downgrades?"}}, "ann");
  happen("held", {{"comment", "wait"}}, "lea");
  EXPECT_EQ(found(),
            "settle @lea: lift your hold, or say why it stays [milepost unhold 7]\n"
            "settle @abe @ann @rita @sam: see whether what @lea objects is settled "
            "[milepost unhold 7]\n"
            "answer @jane: settle why it is held []\n"
            "settle @ann: resolve your concern, or say why it stays "
            "[milepost resolve 7 1 --comment \"…\"]\n"
            "settle @abe @lea @rita @sam: see whether what @ann objects is settled "
            "[milepost resolve 7 1 --comment \"…\"]\n"
            "answer @jane: answer a concern []\n");
  EXPECT_EQ(items().back().why, "@ann: what of downgrades?");
  EXPECT_EQ(lines(items().back()),
            std::vector<std::string>{"then @ann runs milepost resolve 7 1 --comment \"…\""});
  EXPECT_EQ(items().back().since, then_);
  happen("resolved", {{"concern", "1"}}, "ann");
  happen("unheld", {}, "lea");
  EXPECT_EQ(found(), "");
}

TEST_F(RecordItems, NobodyAnswersTheirOwnConcern) {
  happen("concern", {{"comment", "hm"}}, "Jane");
  ASSERT_EQ(items().size(), 3U);
  EXPECT_TRUE(items().back().who.empty());
}

TEST_F(RecordItems, ExceptionsToDecide) {
  happen("exception-requested",
         {{"release", "v1.2"}, {"freeze", "early"}, {"until", "2026-02-09T00:00:00Z"}}, "jane");
  EXPECT_EQ(found(),
            "decide @rita: decide on an exception to the early freeze of v1.2 "
            "[milepost release exception approve v1.2 7 --freeze early]\n");
  EXPECT_EQ(lines(items().front()),
            std::vector<std::string>{
                "or milepost release exception reject v1.2 7 --freeze early --reason \"…\""});
  EXPECT_EQ(items().front().deadline, parse_instant("2026-02-04T00:00:00Z"));
  now_ = *parse_instant("2026-02-05T00:00:00Z");
  EXPECT_EQ(items().front().deadline, parse_instant("2026-02-09T00:00:00Z"));
  now_ = *parse_instant("2026-02-10T00:00:00Z");
  EXPECT_EQ(items().front().deadline, std::nullopt);
  EXPECT_TRUE(command_text(*items().front().remedy).ends_with(" --until DAY"));
  now_ = *parse_instant("2026-04-21T00:00:00Z");
  EXPECT_EQ(found(), "") << "the release is out";
  now_ = *parse_instant("2026-02-05T00:00:00Z");
  happen("exception-rejected", {{"release", "v1.2"}, {"freeze", "early"}}, "rita");
  EXPECT_EQ(found(), "");
}

TEST_F(RecordItems, WhoWasRemovedMayAskForAnException) {
  happen("removed", {{"release", "v1.2"}, {"comment", "no review"}}, "rita");
  EXPECT_EQ(found(), "") << "no freeze has passed";
  now_ = *parse_instant("2026-02-04T00:00:00Z");
  EXPECT_EQ(found(),
            "removed @jane @lea: ask for an exception, if it is to be in after all [milepost "
            "release exception request v1.2 7 --freeze early --until DAY --reason \"…\"]\n");
  EXPECT_EQ(items().front().deadline, parse_instant("2026-02-07T00:00:00Z"));
  now_ = *parse_instant("2026-02-07T00:00:00Z");
  EXPECT_EQ(found(), "") << "it is too late";
  now_ = *parse_instant("2026-02-05T00:00:00Z");
  happen("exception-requested", {{"release", "v1.2"}, {"freeze", "early"}}, "jane");
  EXPECT_TRUE(found().starts_with("decide @rita")) << found();
  EXPECT_EQ(items().size(), 1U);
}

TEST_F(RecordItems, ItemsOfTheTrackingIssue) {
  EXPECT_EQ(ask_of_issue(),
            "know @lea: know of the item \"Design\" []\n"
            "agree @sam: approve the item \"Design\" [milepost track approve 7 design]\n"
            "tick @jane: tick what is done: 3 items of the tracking issue are due "
            "[milepost track tick 7 soak]\n")
      << "not what is for a later stage, is computed or waits for an approval";
  happen("agreed", {{"list", "tracker"}, {"item", "design"}}, "sam");
  happen("started", {{"list", "tracker"}, {"item", "soak"}}, "jane");
  happen("ticked", {{"list", "tracker"}, {"item", "tests"}}, "jane");
  EXPECT_EQ(ask_of_issue(),
            "know @lea: know of the item \"Design\" []\n"
            "tick @jane: tick what is done: 2 items of the tracking issue are due "
            "[milepost track tick 7 design]\n");
  happen("ticked", {{"list", "tracker"}, {"item", "notes"}}, "jane");
  happen("ticked", {{"list", "tracker"}, {"item", "design"}}, "jane");
  EXPECT_EQ(ask_of_issue(), "");
}

TEST_F(RecordItems, LabelsThatAreClaimed) {
  const std::string confirm =
      "confirm @sam: confirm the label coded [milepost track label 7 coded]\n";
  const auto asks_to_confirm = [&] { return ask_of_issue().find(confirm) != std::string::npos; };
  happen("labelled", {{"label", "coded"}, {"state", "claimed"}}, "jane");
  EXPECT_TRUE(asks_to_confirm()) << "from the claim on, whatever comes first";
  happen("ticked", {{"list", "tracker"}, {"item", "tests"}}, "jane");
  EXPECT_TRUE(asks_to_confirm()) << "not of the author, who is on the roster and may not";
  happen("labelled", {{"label", "coded"}, {"state", "confirmed"}}, "sam");
  EXPECT_FALSE(asks_to_confirm());
}

TEST_F(RecordItems, ReleasesGoBy) {
  const Instant before = *parse_instant("2026-01-01T00:00:00Z");
  const Instant during = *parse_instant("2026-03-01T00:00:00Z");
  const Instant after = *parse_instant("2026-05-01T00:00:00Z");
  const struct {
    std::string_view release;
    Instant now;
    bool want;
  } cases[] = {
      {"v1.1", before, true}, {"v1.2", before, false}, {"v1.2", during, false},
      {"v1.2", after, true},  {"v1.1", after, true},   {"v1.3", after, false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(is_behind(releases_, *parse_version(c.release), c.now), c.want)
        << c.release << " " << to_string(c.now);
  }
  EXPECT_FALSE(is_behind(Releases(), *parse_version("v1.1"), after)) << "no calendar";
}

}  // namespace
}  // namespace milepost::inbox
