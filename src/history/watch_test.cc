#include "history/watch.h"

#include <gtest/gtest.h>

#include "history/flow.h"
#include "history/history_fixture.h"

namespace milepost {
namespace {

constexpr Version v(unsigned minor) { return {1, minor, 0}; }

class Watching : public testing::Test {
 protected:
  // The cycle at work is v1.20.
  Watching() : cycles_({}, std::vector<NamedReleases>(3, {v(20), {}}), {}) {}

  MetadataState state(std::string_view status, std::string_view stage,
                      std::vector<std::pair<std::string_view, Version>> milestones = {},
                      std::optional<Version> latest = {}) const {
    return {status, stage, latest, std::move(milestones)};
  }

  std::shared_ptr<const Process> process_ = small_process();
  States states_{*process_};
  Cycles cycles_;
  Watch watch_{*process_, states_, cycles_};
};

TEST_F(Watching, StatesFollowTheWay) {
  std::vector<std::string> names;
  for (const State& state : states_.all()) names.push_back(state.name);
  EXPECT_EQ(names, (std::vector<std::string>{"draft", "ready", "alpha", "beta", "stable", "done",
                                             "shelved", "dropped"}));
  const auto name_of = [&](std::string_view status, std::string_view stage) {
    const auto state = states_.of(status, stage);
    return state ? states_.all()[*state].name : std::string("unknown");
  };
  EXPECT_EQ(name_of("draft", "alpha"), "draft") << "stages do not count yet";
  EXPECT_EQ(name_of("ready", "beta"), "beta");
  EXPECT_EQ(name_of("ready", "removed"), "stable") << "of another ladder, as it counts";
  EXPECT_EQ(name_of("ready", ""), "ready");
  EXPECT_EQ(name_of("ready", "gamma"), "ready");
  EXPECT_EQ(name_of("done", "beta"), "done");
  EXPECT_EQ(name_of("perhaps", "beta"), "unknown");
  EXPECT_TRUE(states_.is_on_way("draft"));
  for (const char* status : {"shelved", "done", "dropped", "alpha", ""}) {
    EXPECT_FALSE(states_.is_on_way(status)) << status;
  }
}

TEST_F(Watching, PermanentIsThreeReleasesInAStage) {
  const auto at = [&](unsigned minor) { return state("ready", "beta", {{"beta", v(minor)}}); };
  const auto found = watch_.permanent(at(17));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->since, v(17));
  EXPECT_EQ(found->releases, 3U);
  EXPECT_FALSE(watch_.permanent(at(18)));
  EXPECT_FALSE(watch_.permanent(at(21)));
  EXPECT_TRUE(watch_.permanent(state("ready", "alpha", {}, v(3)))) << "by the latest";
  EXPECT_TRUE(watch_.permanent(state("ready", "deprecated", {{"deprecated", v(3)}})));
  EXPECT_TRUE(watch_.permanent(state("ready", "beta", {{"beta", v(9)}}, v(20))))
      << "worked on, and still there";
  EXPECT_FALSE(watch_.permanent(state("ready", "beta")));
  for (const auto& [status, stage] :
       {std::pair("ready", "stable"), std::pair("ready", "removed"), std::pair("done", "beta"),
        std::pair("shelved", "beta"), std::pair("draft", "beta")}) {
    EXPECT_FALSE(watch_.permanent(state(status, stage, {}, v(3)))) << status << " " << stage;
  }
}

TEST_F(Watching, AMilestoneIsStaleWhenAllItNamesIsOut) {
  EXPECT_EQ(watch_.stale_milestone(state("ready", "beta", {{"beta", v(18)}}, v(19))), v(19));
  EXPECT_EQ(watch_.stale_milestone(state("draft", "", {}, v(9))), v(9));
  EXPECT_FALSE(watch_.stale_milestone(state("ready", "beta", {{"beta", v(18)}}, v(20))));
  EXPECT_FALSE(watch_.stale_milestone(state("ready", "beta", {{"stable", v(22)}}, v(18))));
  EXPECT_FALSE(watch_.stale_milestone(state("ready", "stable", {}, v(18)))) << "unclosed";
  EXPECT_FALSE(watch_.stale_milestone(state("ready", "beta")));
  EXPECT_FALSE(watch_.stale_milestone(state("done", "beta", {}, v(18))));
  EXPECT_FALSE(watch_.stale_milestone(state("shelved", "beta", {}, v(18))));
}

TEST_F(Watching, UnclosedIsOutAtTheTop) {
  EXPECT_EQ(watch_.unclosed(state("ready", "stable", {{"stable", v(19)}}, v(20))), v(19));
  EXPECT_EQ(watch_.unclosed(state("ready", "removed", {}, v(19))), v(19));
  EXPECT_EQ(watch_.unclosed(state("draft", "stable", {{"stable", v(9)}})), v(9));
  EXPECT_FALSE(watch_.unclosed(state("ready", "stable", {{"stable", v(20)}})));
  EXPECT_FALSE(watch_.unclosed(state("ready", "beta", {{"beta", v(9)}})));
  EXPECT_FALSE(watch_.unclosed(state("done", "stable", {{"stable", v(9)}})));
  EXPECT_FALSE(watch_.unclosed(state("ready", "stable")));
}

TEST_F(Watching, WithoutACycleNothingIsSaid) {
  const Cycles unknown;
  const Watch watch(*process_, states_, unknown);
  EXPECT_FALSE(watch.permanent(state("ready", "beta", {{"beta", v(1)}})));
  EXPECT_FALSE(watch.stale_milestone(state("ready", "beta", {{"beta", v(1)}})));
  EXPECT_FALSE(watch.unclosed(state("ready", "stable", {{"stable", v(1)}})));
}

// Ten left alpha after 1 … 10 days.
void ten_leave(HistoryMaker& maker, std::size_t count = 10) {
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string day =
        i < 9 ? "2024-01-0" + std::to_string(i + 1) : "2024-01-" + std::to_string(i + 1);
    maker.live("left" + std::to_string(i),
               {{"2024-01-01", "ready", "alpha"}, {day, "ready", "beta"}});
  }
}

TEST_F(Watching, StuckIsLongerThanNineOfTen) {
  HistoryMaker maker;
  ten_leave(maker);
  maker.live("here", {{"2023-01-01", "draft"}, {"2024-03-01", "ready", "alpha"}});
  const auto days_later = [&](int day) {
    const MetadataState now = state("ready", "alpha");
    const CurrentTenure tenure =
        current_tenure(maker.history, maker.history.lifespans.back(), states_, now, {2024, 3, day});
    EXPECT_EQ(tenure.track, Track::kStage);
    EXPECT_EQ(tenure.days, day - 1);
    return watch_.stuck(now, tenure, Durations(maker.history, Track::kStage));
  };
  EXPECT_FALSE(days_later(10)) << "nine days are what nine of ten took";
  const auto found = days_later(11);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->usual, 9);
  EXPECT_EQ(found->others, 10U);
}

TEST_F(Watching, StuckNeedsTenThatWentOn) {
  HistoryMaker maker;
  ten_leave(maker, 9);
  const CurrentTenure tenure{Track::kStage, "alpha", {2020, 1, 1}, 2000};
  EXPECT_FALSE(
      watch_.stuck(state("ready", "alpha"), tenure, Durations(maker.history, Track::kStage)));
  ten_leave(maker, 1);
  const Durations durations(maker.history, Track::kStage);
  EXPECT_TRUE(watch_.stuck(state("ready", "alpha"), tenure, durations));
  EXPECT_FALSE(watch_.stuck(state("done", "alpha"), tenure, durations));
  EXPECT_FALSE(watch_.stuck(state("shelved", "alpha"), tenure, durations));
}

TEST_F(Watching, WhatHasNotLandedBeganToday) {
  HistoryMaker maker;
  maker.live("here", {{"2023-01-01", "draft"}});
  const CurrentTenure tenure = current_tenure(maker.history, maker.history.lifespans.back(),
                                              states_, state("ready", "alpha"), {2024, 1, 1});
  EXPECT_EQ(tenure.value, "alpha");
  EXPECT_EQ(tenure.days, 0);
}

TEST_F(Watching, FlowCountsStatesAtTheEndOfMonths) {
  HistoryMaker maker;
  maker.live("a", {{"2024-01-31", "draft"}, {"2024-02-10", "ready", "alpha"}});
  maker.live("b", {{"2024-02-01", "draft"}, {"2024-03-05", "", ""}, {"2024-04-02", "done"}});
  maker.live("c", {{"2024-02-20", "draft"}}).deleted = maker.commit_on("2024-03-20");
  const auto count = [&](const FlowMonth& month, std::string_view name) {
    for (std::size_t s = 0; s < states_.all().size(); ++s) {
      if (states_.all()[s].name == name) return month.counts[s];
    }
    return std::size_t{999};
  };
  const auto months = flow_of(maker.history, states_, {}, {2024, 4, 1});
  ASSERT_EQ(months.size(), 4U);
  EXPECT_EQ(to_string(months[1].end), "2024-02-29");
  EXPECT_EQ(to_string(months[3].end), "2024-04-01");
  EXPECT_EQ(count(months[0], "draft"), 1U);
  EXPECT_EQ(count(months[1], "draft"), 2U);
  EXPECT_EQ(count(months[1], "alpha"), 1U);
  EXPECT_EQ(count(months[2], "draft"), 1U) << "c is gone, b says nothing and is what it was";
  EXPECT_EQ(count(months[3], "done"), 0U) << "that lies after today";
  const auto later = flow_of(maker.history, states_, {2024, 3, 1}, {2024, 4, 30});
  ASSERT_EQ(later.size(), 2U);
  EXPECT_EQ(count(later[1], "done"), 1U);
  EXPECT_EQ(flow_of({}, states_, {}, {2024, 4, 30}).size(), 1U);
}

}  // namespace
}  // namespace milepost
