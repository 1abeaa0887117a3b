#include "features/insights/report.h"

#include <deque>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/insights/data.h"
#include "history/history_fixture.h"

namespace milepost::insights {
namespace {

using testing::ElementsAre;
using Rows = std::vector<std::vector<std::string>>;

// Proposals with lives made by hand; today is 2024-12-01.
class Reporting : public testing::Test {
 protected:
  Reporting() {
    data_.facts = &facts_;
    data_.no_history = "no git here";
    data_.no_cycle = "no release is known";
  }

  struct Proposed {
    std::string number, status, stage, latest;
    std::vector<std::pair<std::string, std::string>> milestones = {};
    std::string group = "one";
  };

  Card& propose(const Proposed& proposed) {
    Card& card = cards_.emplace_back();
    card.number = proposed.number;
    card.title = "Way " + proposed.number;
    card.path = "ways/" + proposed.number + "-way";
    card.group = proposed.group;
    card.status = proposed.status;
    card.stage = proposed.stage;
    card.latest_milestone = proposed.latest;
    card.milestones = proposed.milestones;
    return card;
  }

  // Puts together what was proposed and lived.
  const ReportData& data(std::optional<Version> at_work = Version{1, 20, 0}) {
    if (!maker_.history.lifespans.empty()) {
      data_.history = maker_.history;
      data_.status_days = Durations(*data_.history, Track::kStatus);
      data_.stage_days = Durations(*data_.history, Track::kStage);
    }
    if (at_work) data_.cycles = Cycles({{*at_work, std::nullopt, std::nullopt}}, {}, {});
    for (const Card& card : cards_) {
      Subject subject{&card, metadata_state_of(card), {}, false, {}};
      subject.state = data_.states.of(card.status, card.stage);
      subject.open = data_.states.is_on_way(card.status);
      for (const Lifespan& lifespan : maker_.history.lifespans) {
        if (lifespan.path() == card.path) {
          subject.tenure = current_tenure(maker_.history, lifespan, data_.states,
                                          subject.metadata_state, data_.today);
        }
      }
      data_.all.push_back(std::move(subject));
      data_.readings.emplace_back();
    }
    return data_;
  }

  static Rows rows(const ReportPart& part, std::string_view by) {
    for (const ReportTable& table : part.tables) {
      if (table.by == by) return table.table.rows;
    }
    ADD_FAILURE() << "no table by " << by;
    return {};
  }

  std::shared_ptr<const Process> process_ = small_process();
  HistoryMaker maker_;
  std::deque<Card> cards_;
  Facts facts_;
  ReportData data_{*process_, Date{2024, 12, 1}};
};

TEST_F(Reporting, TimesHaveExactMediansAndP90) {
  Snapshot one;
  one.group = "one";
  Snapshot two;
  two.group = "two";
  // 10, 20 … 50 days in one group, 60 in another and in another year.
  for (const char* day : {"2023-01-11", "2023-01-21", "2023-01-31", "2023-02-10", "2023-02-20"}) {
    maker_.live("a", {{"2023-01-01", "draft"}, {day, "ready"}}, one);
  }
  maker_.live("b", {{"2024-01-01", "draft"}, {"2024-03-01", "ready"}, {"2024-03-11", "done"}}, two);
  const ReportPart part = times_part(data());
  EXPECT_THAT(rows(part, "move"), ElementsAre(ElementsAre("draft → ready", "6", "30", "60"),
                                              ElementsAre("ready → done", "1", "10", ""),
                                              ElementsAre("first landing → done", "1", "70", "")));
  EXPECT_THAT(rows(part, "group"),
              ElementsAre(ElementsAre("one", "draft → ready", "5", "30", "50"),
                          ElementsAre("two", "draft → ready", "1", "60", ""),
                          ElementsAre("two", "ready → done", "1", "10", ""),
                          ElementsAre("two", "first landing → done", "1", "70", "")));
  EXPECT_EQ(rows(part, "year").front(),
            (std::vector<std::string>{"2023", "draft → ready", "5", "30", "50"}));
  EXPECT_EQ(part.headlines.front(), "draft → ready: median 30 days, p90 60 (6)");
}

TEST_F(Reporting, TimesCountFromADayOnAndUpToToday) {
  maker_.live("a", {{"2023-01-01", "draft"}, {"2023-01-11", "ready"}});
  maker_.live("b", {{"2024-01-01", "draft"}, {"2024-01-06", "ready"}});
  maker_.live("c", {{"2024-01-01", "draft"}, {"2025-01-01", "ready"}});
  data_.since = Date{2024, 1, 1};
  EXPECT_THAT(rows(times_part(data()), "move"),
              ElementsAre(ElementsAre("draft → ready", "1", "5", "")));
}

TEST_F(Reporting, StagesHaveTimesOfTheirOwn) {
  maker_.live("a", {{"2024-01-01", "draft", "alpha"}, {"2024-01-05", "ready", "beta"}});
  maker_.live("b", {{"2024-01-01", "ready", "alpha"}, {"2024-01-05", "ready", "stable"}});
  EXPECT_THAT(rows(times_part(data()), "move"),
              ElementsAre(ElementsAre("draft → ready", "1", "4", ""),
                          ElementsAre("alpha → beta", "1", "4", "")));
}

TEST_F(Reporting, WhatNeedsAHistorySaysSoWithoutOne) {
  propose({"1", "ready", "beta", "v1.20"});
  const ReportData& none = data();
  for (const auto make : {times_part, flow_part, stuck_part, latency_part}) {
    EXPECT_EQ(make(none).unknown, "no git here");
  }
  for (const auto make : {progress_part, permanent_part, milestones_part, unclosed_part,
                          approvers_part, roadmap_part}) {
    EXPECT_EQ(make(none).unknown, "");
  }
  EXPECT_THAT(rows(progress_part(none), "state"), ElementsAre(ElementsAre("beta", "1", "", "")));
}

TEST_F(Reporting, ProgressCountsWhatIsOpen) {
  propose({"1", "ready", "beta", ""});
  propose({"2", "ready", "deprecated", "", {}, "two"});
  propose({"3", "shelved", "beta", ""});
  propose({"4", "done", "stable", ""});
  propose({"5", "whatever", "", ""});
  maker_.live("ways/1-way", {{"2024-11-01", "ready", "beta"}});
  const ReportPart part = progress_part(data());
  EXPECT_THAT(rows(part, "state"),
              ElementsAre(ElementsAre("alpha", "1", "", ""), ElementsAre("beta", "1", "30", "30"),
                          ElementsAre("shelved", "1", "", "")));
  EXPECT_THAT(rows(part, "group"), ElementsAre(ElementsAre("one", "0", "1", "1", "2"),
                                               ElementsAre("two", "1", "0", "0", "1")));
}

TEST_F(Reporting, ThroughputCountsStagesReachedAndPlanned) {
  propose({"1", "ready", "beta", "", {{"alpha", "v1.18"}, {"beta", "v1.19"}, {"stable", "v1.20"}}});
  propose({"2", "done", "stable", "", {{"alpha", "v1.18"}, {"stable", "v1.19"}}});
  propose({"3", "dropped", "alpha", "", {{"alpha", "v1.18"}}});
  propose({"4", "draft", "alpha", "", {{"alpha", "v1.18"}, {"beta", "v1.21"}}});
  const ReportPart part = throughput_part(data());
  EXPECT_THAT(rows(part, "release"),
              ElementsAre(ElementsAre("v1.18", "out", "2", "0", "0", "2"),
                          ElementsAre("v1.19", "out", "0", "1", "1", "2"),
                          ElementsAre("v1.20", "at work", "0", "0", "1", "1"),
                          ElementsAre("v1.21", "planned", "0", "1", "0", "1")));
  EXPECT_THAT(part.headlines, ElementsAre("v1.19: 1 beta, 1 stable", "v1.20: 1 stable, at work"));
  ASSERT_TRUE(part.chart);
  EXPECT_EQ(std::get<HeatChart>(*part.chart).mark, 2U);
}

TEST_F(Reporting, YearsCountEachProposalOnce) {
  maker_.live("a", {{"2023-01-01", "draft"},
                    {"2023-02-01", "ready"},
                    {"2023-03-01", "draft"},
                    {"2024-01-01", "ready"},
                    {"2024-02-01", "done"}});
  maker_.live("b", {{"2023-01-01", "draft"}, {"2024-02-01", "dropped"}});
  EXPECT_THAT(rows(throughput_part(data()), "year"),
              ElementsAre(ElementsAre("2023", "2", "1", "0", "0"),
                          ElementsAre("2024", "0", "0", "1", "1")));
}

TEST_F(Reporting, ListsWhatStandsStill) {
  propose({"1", "ready", "beta", "v1.16", {{"beta", "v1.16"}, {"stable", "v1.21"}}});
  propose({"2", "ready", "alpha", "v1.15"});
  propose({"3", "ready", "stable", "v1.19", {{"stable", "v1.19"}}});
  propose({"4", "ready", "beta", "v1.20", {{"beta", "v1.20"}}});
  const ReportData& made = data();
  EXPECT_THAT(rows(permanent_part(made), "proposal"),
              ElementsAre(ElementsAre("2", "Way 2", "one", "alpha", "v1.15", "5", "", "ways/2-way"),
                          ElementsAre("1", "Way 1", "one", "beta", "v1.16", "4", "stable v1.21",
                                      "ways/1-way")));
  EXPECT_THAT(rows(milestones_part(made), "proposal"),
              ElementsAre(ElementsAre("2", "Way 2", "one", "alpha", "v1.15", "5", "ways/2-way")));
  EXPECT_THAT(rows(unclosed_part(made), "proposal"),
              ElementsAre(ElementsAre("3", "Way 3", "one", "stable", "v1.19", "1", "ways/3-way")));
}

TEST_F(Reporting, ListsWhatIsStuckLongestFirst) {
  for (int i = 0; i < 10; ++i) {
    maker_.live("gone", {{"2024-01-01", "draft"}, {"2024-01-11", "ready"}});
  }
  for (const auto& [number, day] :
       {std::pair("1", "2024-11-21"), std::pair("2", "2024-11-20"), std::pair("3", "2024-01-01")}) {
    propose({number, "draft", "", ""});
    maker_.live("ways/" + std::string(number) + "-way", {{day, "draft"}});
  }
  const ReportPart part = stuck_part(data());
  EXPECT_THAT(
      rows(part, "proposal"),
      ElementsAre(
          ElementsAre("3", "Way 3", "one", "draft", "2024-01-01", "335", "10", "10", "ways/3-way"),
          ElementsAre("2", "Way 2", "one", "draft", "2024-11-20", "11", "10", "10", "ways/2-way")));
  EXPECT_THAT(part.headlines, ElementsAre("2 proposals; longest: 3, 2"));
  const auto& chart = std::get<AgeingChart>(*part.chart);
  ASSERT_EQ(chart.columns.size(), 1U);
  EXPECT_EQ(chart.columns[0].dots.size(), 3U);
  EXPECT_EQ(chart.columns[0].p90, 10);
}

TEST_F(Reporting, ApproversHaveTheirLoad) {
  propose({"1", "ready", "beta", ""}).approvers = {"jane", "tbd"};
  Card& second = propose({"2", "draft", "", ""});
  second.approvers = {"Jane"};
  second.reviewers = {"jane", "john"};
  propose({"3", "done", "", ""}).approvers = {"john"};
  const ReportPart part = approvers_part(data());
  EXPECT_THAT(rows(part, "person"),
              ElementsAre(ElementsAre("@jane", "2", "1"), ElementsAre("@john", "0", "1")));
}

TEST_F(Reporting, LatencyIsFromWritingToLandingToTheFirstDecision) {
  Snapshot said;
  said.group = "one";
  said.created = "2023-12-22";
  said.approvers = {"jane"};
  maker_.live("a", {{"2024-01-01", "draft"}, {"2024-01-06", "ready"}}, said);
  said.created = "2025-01-01";  // a slip: it landed before
  maker_.live("b", {{"2024-01-01", "ready"}}, said);
  const ReportPart part = latency_part(data());
  EXPECT_THAT(rows(part, "group"), ElementsAre(ElementsAre("one", "1", "10", "", "1", "5", ""),
                                               ElementsAre("(all)", "1", "10", "", "1", "5", "")));
  EXPECT_THAT(rows(part, "person"), ElementsAre(ElementsAre("@jane", "1", "5", "")));
}

TEST_F(Reporting, RoadmapHasWhatLiesAheadAndWhatIsOverdue) {
  propose(
      {"10", "ready", "beta", "", {{"alpha", "v1.18"}, {"beta", "v1.20"}, {"stable", "v1.22"}}});
  propose({"9", "ready", "beta", "", {{"beta", "v1.20"}}});
  propose({"3", "ready", "alpha", "", {{"alpha", "v1.15"}, {"beta", "v1.17"}}, "two"});
  propose({"4", "draft", "", "v1.21", {}, "two"});
  propose({"5", "done", "stable", "", {{"stable", "v1.22"}}});
  propose({"6", "ready", "stable", "", {{"stable", "v1.18"}}});
  propose({"7", "ready", "beta", "v1.21", {{"beta", "v1.18"}}, "two"});
  const ReportPart part = roadmap_part(data());
  std::vector<std::string> told;
  for (const auto& row : rows(part, "target"))
    told.push_back(row[0] + " " + row[1] + " " + row[3] + " " + row[5]);
  EXPECT_THAT(told, ElementsAre("v1.20 at work 9 alpha → beta", "v1.20 at work 10 alpha → beta",
                                "v1.21 planned 4 draft", "v1.21 planned 7 still beta",
                                "v1.22 planned 10 beta → stable", "v1.17 overdue 3 alpha → beta"));
  ASSERT_EQ(part.roadmap->size(), 4U);
  EXPECT_TRUE(part.roadmap->back().overdue);
  EXPECT_EQ(part.headlines.front(), "targets: v1.20 2, v1.21 2, v1.22 1; 1 overdue");
}

}  // namespace
}  // namespace milepost::insights
