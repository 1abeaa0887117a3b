#include "features/drift/drift.h"

#include "features/drift/drift_fixture.h"

namespace milepost::drift {
namespace {

class ReleaseDrifts : public DriftFixture {
 protected:
  Lines found() {
    return shown(with_input([](const DriftInput& input, const std::vector<Finding>&) {
      return release_drifts(input);
    }));
  }

  static constexpr std::string_view kCalendar =
      "  - {name: v1.2, start: 2025-08-04, freeze: 2025-09-03, release: 2025-11-18}\n"
      "  - {name: v1.3, start: 2026-01-05, freeze: 2026-02-04, release: 2026-04-21}\n"
      "  - {name: v1.4, start: 2026-05-04, freeze: 2026-06-03, release: 2026-08-18}\n";

  void plan(const std::string& release, const std::string& more = "status: accepted\n") {
    say(fmt::format("{}stage: alpha\nlatest: {}\nmilestone:\n  alpha: {}\n", more, release,
                    release));
  }
};

TEST_F(ReleaseDrifts, QuietWithoutCalendarAndRecord) {
  EXPECT_EQ(found(), Lines{});
  plan("v9.9");
  EXPECT_EQ(found(), Lines{});
}

TEST_F(ReleaseDrifts, TheCalendarHasNoSuchRelease) {
  read_calendar(std::string(kCalendar));
  plan("v1.31");
  EXPECT_EQ(found(),
            Lines{"milestone-unknown | alpha: v1.31 @ plans/7-faster.md:9:10 | it has no v1.31 @ "
                  "releases.yaml | $ milepost release new v1.31 --start YYYY-MM-DD | set latest: "
                  "\"v1.3\" in plans/7-faster.md:7, and alpha: \"v1.3\" in line 9"});
  plan("v2.4");
  EXPECT_EQ(found().size(), 1U);
  plan("v1.3.1");
  EXPECT_EQ(found().size(), 1U) << "between two that it has";
  for (const char* release : {"v1.3", "v1.1", "v1.5", "v1.9", "tbd"}) {
    plan(release);
    EXPECT_EQ(found(), Lines{}) << release << " is there, before its first, to come, or none";
  }
  plan("v1.31", "status: done\n");
  EXPECT_EQ(found(), Lines{}) << "closed";
}

TEST_F(ReleaseDrifts, TheReleaseIsOutAndTheStatusNotThere) {
  read_calendar(std::string(kCalendar));
  plan("v1.2", "status: draft\n");
  EXPECT_EQ(found(), Lines{"milestone-past | alpha: v1.2, out since 2025-11-18 @ "
                           "plans/7-faster.md:9:10 | status: draft @ plans/7-faster.md:5:9 | set "
                           "latest: \"v1.3\" in plans/7-faster.md:7, and alpha: \"v1.3\" in line 9 "
                           "| $ milepost promote 7 --to accepted"});
  plan("v1.2");
  EXPECT_EQ(found(), Lines{}) << "it came out";
  plan("v1.3", "status: draft\n");
  EXPECT_EQ(found(), Lines{}) << "not out yet";
}

TEST_F(ReleaseDrifts, TheRecordTookItOut) {
  read_calendar(std::string(kCalendar));
  plan("v1.3");
  happen("removed", {{"release", "v1.3"}});
  EXPECT_EQ(found(),
            Lines{"release-left | latest: v1.3 @ plans/7-faster.md:7:9 | removed from v1.3 "
                  "by @sam on 2026-01-30 @ the record | set latest in "
                  "plans/7-faster.md:7 to a release to come"});
  now_ = "2026-02-10T00:00:00Z";
  EXPECT_EQ(found(),
            Lines{"release-left | latest: v1.3 @ plans/7-faster.md:7:9 | removed from v1.3 "
                  "by @sam on 2026-01-30 @ the record | set latest: \"v1.4\" in "
                  "plans/7-faster.md:7, and alpha: \"v1.4\" in line 9"});
  state_ = {};
  happen("deferred", {{"release", "v1.3"}, {"to", "v1.5"}});
  EXPECT_EQ(found(), Lines{"release-left | latest: v1.3 @ plans/7-faster.md:7:9 | deferred from "
                           "v1.3 by @sam on 2026-01-30, to v1.5 @ the record | set latest: "
                           "\"v1.5\" in plans/7-faster.md:7, and alpha: \"v1.5\" in line 9 | $ "
                           "milepost release opt-in v1.3 7"});
  state_ = {};
  happen("opted-in", {{"release", "v1.3"}});
  happen("opted-out", {{"release", "v1.3"}});
  const Lines out = found();
  ASSERT_EQ(out.size(), 1);
  EXPECT_NE(out.front().find("opted out of v1.3 by @sam on 2026-01-30 @ the record"),
            out.front().npos);
  plan("v1.4");
  EXPECT_EQ(found(), Lines{}) << "the metadata has moved on";
}

TEST_F(ReleaseDrifts, OptedInToAnother) {
  read_calendar(std::string(kCalendar));
  plan("v1.3");
  happen("opted-in", {{"release", "v1.4"}});
  const Lines ahead{
      "opt-in | latest: v1.3 @ plans/7-faster.md:7:9 | opted in to v1.4 by @sam on "
      "2026-01-30 @ the record | set latest: \"v1.4\" in plans/7-faster.md:7, and "
      "alpha: \"v1.4\" in line 9 | $ milepost release opt-out v1.4 7"};
  EXPECT_EQ(found(), ahead);
  happen("opted-in", {{"release", "v1.2"}});
  EXPECT_EQ(found(), ahead) << "the last one counts";
  plan("v1.2");
  EXPECT_NE(found().at(0).find("| set latest: \"v1.4\" in plans/7-faster.md:7 |"),
            std::string::npos)
      << "alpha came with v1.2";
  plan("v1.4");
  EXPECT_EQ(found(), Lines{});
  state_ = {};
  happen("opted-in", {{"release", "v1.3"}});
  EXPECT_EQ(found().size(), 1) << "v1.3 is not out yet";
  now_ = "2026-05-01T00:00:00Z";
  EXPECT_EQ(found(), Lines{}) << "it was in v1.3, and aims at the next";
}

class ReviewDrifts : public DriftFixture {
 protected:
  Lines found() {
    return shown(with_input([](const DriftInput& input, const std::vector<Finding>& findings) {
      return review_drifts(input, findings);
    }));
  }
  void approve(const std::string& stage, const std::string& by) {
    happen("approved", {{"role", "safety"}, {"stage", stage}}, by);
  }
};

TEST_F(ReviewDrifts, AStageIsReachedWithoutItsReview) {
  EXPECT_EQ(found(),
            Lines{"review-missing | stage: alpha @ plans/7-faster.md:6:8 | there is no such file @ "
                  "reviews/7.yaml | $ milepost approve 7 --role safety --to alpha"});
  write("reviews/7.yaml", "beta:\n  by: \"@sam\"\nalpha:\n  by:\n");
  const Lines lines = found();
  ASSERT_EQ(lines.size(), 1);
  EXPECT_NE(lines.front().find("nobody for alpha @ reviews/7.yaml:3:1"), std::string::npos);
  say("status: draft\nstage: alpha\n");
  EXPECT_EQ(found(), Lines{}) << "not asked for";
  say("status: accepted\nstage: beta\n");
  EXPECT_EQ(found(), Lines{}) << "it is there";
}

TEST_F(ReviewDrifts, TheRecordApprovesAndTheFileDoesNot) {
  approve("alpha", "sue");
  EXPECT_EQ(found(), Lines{"review-unentered | there is no such file @ reviews/7.yaml | alpha "
                           "approved by @sue on 2026-01-30 @ the record | $ milepost approve 7 "
                           "--role safety --to alpha --as sue"});
  write("reviews/7.yaml", "alpha:\n  by: \"@Sue\"\n");
  EXPECT_EQ(found(), Lines{});
}

TEST_F(ReviewDrifts, ApproversDiffer) {
  write("reviews/7.yaml", "alpha:\n  by: \"@sam\"\n");
  approve("alpha", "sue");
  EXPECT_EQ(found(), Lines{"review-approver | alpha: @sam @ reviews/7.yaml:2:7 | alpha approved by "
                           "@sue on 2026-01-30 @ the record | $ milepost approve 7 --role safety "
                           "--to alpha --as sam | set by: \"@sue\" in reviews/7.yaml:2"});
  approve("alpha", "sam");
  EXPECT_EQ(found(), Lines{}) << "one of two who approved is in the file";
}

TEST_F(ReviewDrifts, TheFileApprovesAndTheRecordDoesNot) {
  write("reviews/7.yaml", "alpha:\n  by: \"@sam\"\nbeta:\n  by: \"@sue\"\n");
  say("status: accepted\nstage: beta\n");
  EXPECT_EQ(found(), Lines{}) << "nothing is recorded";
  happen("approved", {{"role", "other"}, {"stage", "beta"}});
  EXPECT_EQ(found(), Lines{}) << "nothing of this review";
  approve("alpha", "sam");
  EXPECT_EQ(found(), Lines{"review-unrecorded | beta: @sue @ reviews/7.yaml:4:7 | no approval of "
                           "beta @ the record | $ milepost approve 7 --role safety --to beta "
                           "--as sue"});
  approve("beta", "sue");
  EXPECT_EQ(found(), Lines{});
}

}  // namespace
}  // namespace milepost::drift
