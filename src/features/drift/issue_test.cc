#include "issue/issue.h"

#include "features/drift/drift_fixture.h"

namespace milepost::drift {
namespace {

class IssueDrifts : public DriftFixture {
 protected:
  Lines found() {
    const Issue issue = read_issue(process_->tracking, make_source(text_, "issue 7"));
    return shown(with_input([&](const DriftInput& input, const std::vector<Finding>&) {
      const auto rules = RuleEngine::make(*process_, {}, {});
      const auto findings =
          rules->check_issue({*process_, issue, input.facts, &input.card, false, {}, {}});
      return issue_drifts(input, {issue, findings, lists_});
    }));
  }
  void label(const std::string& name) {
    happen("labelled", {{"label", name}, {"state", "confirmed"}});
  }
  void status(const std::string& to) { happen("tracker-status", {{"to", to}}); }

  std::string text_{kDriftIssue};
  std::vector<track::ListDrift> lists_;
};

TEST_F(IssueDrifts, QuietWhereAllSayTheSame) {
  say("status: accepted\nstage: alpha\nmilestone:\n  alpha: v1.2\n  beta: v1.4\n");
  label("is-alpha");
  label("plain");
  label("of another form");
  happen("tracked", {{"title", "faster!"}});
  EXPECT_EQ(found(), Lines{});
}

TEST_F(IssueDrifts, WhatIsNotSaidIsNoDrift) {
  say("status: accepted\n");
  text_ = "# Nothing\n";
  label("is-alpha");
  EXPECT_EQ(found(), Lines{}) << "the metadata has no stage, the issue no fields";
}

TEST_F(IssueDrifts, Labels) {
  label("is-beta");
  EXPECT_EQ(found(), Lines{"stage-label | stage: alpha @ plans/7-faster.md:6:8 | is-beta confirmed "
                           "by @sam on 2026-01-30 @ the record | $ milepost track label 7 is-alpha "
                           "&& milepost track label 7 is-beta --remove | $ milepost promote 7 --to "
                           "beta"});
  label("is-alpha");
  EXPECT_EQ(found().size(), 1);
  EXPECT_NE(found().front().find("| $ milepost track label 7 is-beta --remove |"),
            std::string::npos);
  state_ = {};
  label("is-parked");
  EXPECT_EQ(
      found(),
      Lines{"status-label | status: accepted @ plans/7-faster.md:5:9 | is-parked confirmed by "
            "@sam on 2026-01-30 @ the record | $ milepost track label 7 is-parked --remove | "
            "$ milepost promote 7 --to parked --reason \"…\""});
}

TEST_F(IssueDrifts, Status) {
  say("status: accepted\nstage: beta\n");
  const std::string side = "issue-status | stage: beta @ plans/7-faster.md:6:8 | STATE: ";
  EXPECT_EQ(found(), Lines{side + "EARLY @ issue 7:9:8 | $ milepost track status 7 HALF"});
  status("WHOLE");
  EXPECT_EQ(found(), Lines{side + "WHOLE @ issue 7:9:8 | $ milepost promote 7 --to stable"});
  status("HELD");
  EXPECT_EQ(found(),
            Lines{"issue-status | status: accepted @ plans/7-faster.md:5:9 | STATE: HELD @ "
                  "issue 7:9:8 | $ milepost track status 7 EARLY && milepost track status "
                  "7 HALF | $ milepost promote 7 --to parked --reason \"…\""});
  status("HALF");
  EXPECT_EQ(found(), Lines{});
  say("status: accepted\nstage: alpha\n");
  status("WHOLE");
  EXPECT_EQ(found(), Lines{"issue-status | stage: alpha @ plans/7-faster.md:6:8 | STATE: WHOLE @ "
                           "issue 7:9:8 | set stage: stable in plans/7-faster.md:6"})
      << "nothing leads from there, and it is no single step";
}

TEST_F(IssueDrifts, Title) {
  happen("tracked", {{"title", "Slower"}});
  EXPECT_EQ(found(), Lines{"issue-title | title: Faster @ plans/7-faster.md:3:8 | Slower @ issue 7 "
                           "| $ milepost track settle 7 --take metadata"});
}

TEST_F(IssueDrifts, Fields) {
  const std::string settle = " | $ milepost track settle 7 --take metadata";
  say("status: accepted\nstage: alpha\nmilestone:\n  alpha: v1.3\n");
  text_ = replaced(replaced(text_, "7-faster", "8-other"), "Groups: build", "Groups: run");
  EXPECT_EQ(found(),
            (Lines{"issue-link | plans/7-faster.md @ plans/7-faster.md | Plan: "
                   "https://example.org/plans/8-other.md @ issue 7:3:8" +
                       settle,
                   "issue-groups | group: build @ plans/7-faster.md:4:8 | Groups: run @ issue "
                   "7:5:10" +
                       settle,
                   "issue-target | alpha: v1.3 @ plans/7-faster.md:8:10 | Alpha in: 1.2 @ issue "
                   "7:6:12" +
                       settle}))
      << "the talk is no link, and beta has no milestone: neither is drift";
  text_ = replaced(std::string(kDriftIssue), "1.2", "1.3");
  text_ = replaced(text_, "1.4", "1.1");
  EXPECT_EQ(found(), Lines{}) << "out of order in the issue alone";
}

TEST_F(IssueDrifts, Lists) {
  lists_ = {{"ready", "told", "Told", false, true, "plans/7-faster.md", 12, 3, false},
            {"ready", "gone", "Gone", false, true, "plans/7-faster.md", 13, 3, false}};
  const std::string sides =
      "list | [ ] told @ plans/7-faster.md:12:3 | [x] told @ issue 7:13:3 | $ "
      "milepost track settle 7 --take issue";
  EXPECT_EQ(found(), Lines{sides + " | $ milepost track settle 7 --take document"});
  lists_.front().computed = true;
  lists_.front().box = {40, 43};
  EXPECT_EQ(found(), Lines{}) << "a box that is not as it is computed is drift of its own";
}

TEST_F(IssueDrifts, ItemsOfOneListAlone) {
  lists_ = {{"ready", "mine", "Mine", true, false, "plans/7-faster.md", 12, 3, false,
             track::FoundIn::kDocument},
            {"ready", "told", "Told", false, true, "plans/7-faster.md", 0, 0, false,
             track::FoundIn::kIssue}};
  EXPECT_EQ(found(),
            (Lines{"list-item | [x] mine @ plans/7-faster.md:12:3 | no such item @ issue 7 | $ "
                   "milepost track settle 7 --take document | take mine out of "
                   "plans/7-faster.md:12",
                   "list-item | no such item @ plans/7-faster.md | [x] told @ issue 7:13:3 | $ "
                   "milepost track settle 7 --take issue | take told out of issue 7:13 and import "
                   "that"}));
}

}  // namespace
}  // namespace milepost::drift
