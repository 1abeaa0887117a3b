#include "features/release/stage_step.h"

#include <gtest/gtest.h>

#include "history/history_fixture.h"

namespace milepost::release {
namespace {

using Milestones = std::vector<std::pair<std::string, std::string>>;

// What the metadata of a proposal said from a day on.
struct DatedVersion {
  std::string day, stage, latest;
  Milestones milestones;
};

class StageSteps : public testing::Test {
 protected:
  Card card(const std::string& metadata) const {
    const auto source = make_source("title: T\nnumber: 7\nstatus: ready\n" + metadata, "way.yaml");
    auto read = std::make_shared<Metadata>(read_metadata(*process_, nullptr, source));
    return make_card(*process_, {"ways/7-t/README.md", "ways/7-t/way.yaml", false}, read, nullptr);
  }

  void live(const std::vector<DatedVersion>& versions) {
    Lifespan lifespan;
    for (const DatedVersion& one : versions) {
      auto snapshot = std::make_shared<Snapshot>();
      snapshot->stage = one.stage;
      snapshot->latest_milestone = one.latest;
      snapshot->milestones = one.milestones;
      lifespan.versions.push_back({maker_.commit_on(one.day), "ways/7-t", {}, {}, snapshot});
    }
    maker_.history.lifespans = {lifespan};
  }

  std::string before_v3(const Card& card, const std::string& now = "2026-06-01") const {
    const bool lived = !maker_.history.lifespans.empty();
    return stage_reached_before(
        {*process_, card, state_, lived ? &maker_.history : nullptr,
         lived ? &maker_.history.lifespans.front() : nullptr, start_of(*parse_date(now))},
        *parse_version("v3.0"));
  }

  std::string kind(const std::string& from, const std::string& to) const {
    return std::string(name(kind_of_step(*process_, from, to)));
  }

  const std::shared_ptr<const Process> process_ = small_process();
  HistoryMaker maker_;
  ProposalState state_;
};

TEST_F(StageSteps, TheStageBelongsToTheOptIn) {
  const Card proposal = card("stage: alpha\n");
  Participation part{"v3.0", ParticipationState::kIn, "", {}, std::nullopt, "beta"};
  EXPECT_EQ(target_stage(*process_, proposal, &part), "beta");
  part.stage = "";
  EXPECT_EQ(target_stage(*process_, proposal, &part), "alpha") << "as the files say";
  part.stage = "gamma";
  EXPECT_EQ(target_stage(*process_, proposal, &part), "alpha") << "no stage of this process";
  EXPECT_EQ(target_stage(*process_, proposal, nullptr), "alpha");
  EXPECT_EQ(target_stage(*process_, card(""), nullptr), "alpha") << "the first";
}

TEST_F(StageSteps, MilestonesOfTheFilesWithoutHistory) {
  const struct {
    std::string_view name;
    std::string metadata;
    std::string want;
  } cases[] = {
      {"first time", "stage: alpha\nmilestone: {alpha: v3.0}\n", ""},
      {"was in alpha", "stage: beta\nmilestone: {alpha: v1.0, beta: v3.0}\n", "alpha"},
      {"stays", "stage: beta\nlatest: v3.0\nmilestone: {alpha: v1.0, beta: v2.0}\n", "beta"},
      {"planned, never entered", "stage: alpha\nmilestone: {alpha: v1.0, beta: v2.0}\n", "alpha"},
      {"before it is removed", "stage: deprecated\nmilestone: {stable: v1.0, deprecated: v3.0}\n",
       "stable"},
      {"names no release", "stage: beta\n", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(before_v3(card(c.metadata)), c.want);
  }
}

TEST_F(StageSteps, HistoryKnowsWhatTheFilesForgot) {
  live({{"2025-01-01", "alpha", "v1.0", {{"alpha", "v1.0"}}},
        {"2026-01-01", "beta", "v3.0", {{"beta", "v3.0"}}}});
  EXPECT_EQ(before_v3(card("stage: beta\nmilestone: {beta: v3.0}\n")), "alpha");
  EXPECT_EQ(before_v3(card("stage: beta\nmilestone: {beta: v3.0}\n"), "2024-01-01"), "")
      << "it was not there yet";
}

TEST_F(StageSteps, WhatWasPutOffWasNotReached) {
  live({{"2025-01-01", "alpha", "v2.0", {{"alpha", "v2.0"}}},
        {"2026-01-01", "alpha", "v3.0", {{"alpha", "v3.0"}}}});
  EXPECT_EQ(before_v3(card("stage: alpha\nmilestone: {alpha: v3.0}\n")), "");
}

TEST_F(StageSteps, WhatWasTakenOutWasNotReached) {
  const Card proposal = card("stage: beta\nmilestone: {alpha: v1.0, beta: v2.0}\n");
  EXPECT_EQ(before_v3(proposal), "beta");
  for (const ParticipationState out :
       {ParticipationState::kRemoved, ParticipationState::kDeferred, ParticipationState::kOut}) {
    state_.participations = {{"v2.0", out, "", {}, std::nullopt}};
    EXPECT_EQ(before_v3(proposal), "alpha");
  }
  state_.participations = {{"v2.0", ParticipationState::kIn, "", {}, std::nullopt}};
  EXPECT_EQ(before_v3(proposal), "beta");
}

TEST_F(StageSteps, WithoutReleasesOfStagesTheLatestCounts) {
  live({{"2025-01-01", "alpha", "v2.0", {}}, {"2026-01-01", "beta", "v3.0", {}}});
  EXPECT_EQ(before_v3(card("stage: beta\nlatest: v3.0\n")), "alpha");
}

TEST_F(StageSteps, Kinds) {
  EXPECT_EQ(kind("", "alpha"), "net new");
  EXPECT_EQ(kind("", "beta"), "net new") << "a skip";
  EXPECT_EQ(kind("alpha", "beta"), "graduating");
  EXPECT_EQ(kind("alpha", "stable"), "graduating");
  EXPECT_EQ(kind("beta", "beta"), "staying");
  EXPECT_EQ(kind("stable", "deprecated"), "deprecation");
  EXPECT_EQ(kind("deprecated", "removed"), "deprecation");
  EXPECT_EQ(kind("beta", "alpha"), "other") << "a step back";
  EXPECT_EQ(kind("", ""), "other") << "it climbs no ladder";
}

}  // namespace
}  // namespace milepost::release
