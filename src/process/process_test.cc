#include "process/process.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

Process two_ladders() {
  Process process;
  process.ladders.resize(2);
  process.ladders[0].stages = {"alpha", "beta", "stable"};
  process.ladders[1].stages = {"deprecated", "disabled", "removed"};
  process.ladders[1].counts_as = {
      {"deprecated", {"alpha", {}}}, {"disabled", {"beta", {}}}, {"removed", {"stable", {}}}};
  return process;
}

TEST(Process, MeasuresStagesByTheFirstLadder) {
  const Process process = two_ladders();
  const struct {
    std::string_view stage, wanted;
    bool reached;
  } cases[] = {
      {"alpha", "", true},           {"alpha", "alpha", true},   {"alpha", "beta", false},
      {"beta", "alpha", true},       {"stable", "beta", true},   {"deprecated", "alpha", true},
      {"deprecated", "beta", false}, {"disabled", "beta", true}, {"removed", "stable", true},
      {"alpha", "disabled", false},  {"", "alpha", true},        {"", "beta", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(process.reached(c.stage, c.wanted), c.reached) << c.stage << " " << c.wanted;
  }
  EXPECT_EQ(process.rank("stable"), 2U);
  EXPECT_EQ(process.rank("disabled"), 1U);
  EXPECT_EQ(process.rank("gamma"), std::nullopt);
  EXPECT_TRUE(process.has_stage("removed"));
  EXPECT_FALSE(process.has_stage(""));
  EXPECT_EQ(process.first_stage(), "alpha");
  EXPECT_EQ(process.stage_names().size(), 6U);
}

TEST(Process, KnowsWhatCodeCallsAStage) {
  Process process = two_ladders();
  process.ladders[0].in_code = {{"stable", {"GA", "released"}}};
  EXPECT_EQ(process.stage_in_code("Beta"), "beta");
  EXPECT_EQ(process.stage_in_code("ga"), "stable");
  EXPECT_EQ(process.stage_in_code("Released"), "stable");
  EXPECT_EQ(process.stage_in_code("Deprecated"), "deprecated");
  EXPECT_EQ(process.stage_in_code("PreAlpha"), "");
  EXPECT_EQ(process.stage_in_code(""), "");
}

TEST(Process, MayHaveNoStages) {
  const Process process;
  EXPECT_EQ(process.first_stage(), "");
  EXPECT_FALSE(process.has_stage("alpha"));
  EXPECT_TRUE(process.reached("", ""));
  EXPECT_TRUE(process.stage_names().empty());
}

TEST(Process, KnowsTheStageAStatusAsksFor) {
  Process process = two_ladders();
  const auto add = [&](std::string id, std::string status, std::string stage,
                       std::vector<std::string> after) {
    Gate& gate = process.gates.emplace_back();
    gate.id = std::move(id);
    gate.status = std::move(status);
    gate.stage = std::move(stage);
    gate.after = std::move(after);
  };
  add("exists", "draft", "", {});
  add("alpha", "", "alpha", {"exists"});
  add("beta", "", "beta", {"alpha"});
  add("stable", "", "stable", {"beta"});
  add("tried", "tried", "", {"alpha", "beta"});
  add("done", "done", "", {"stable", "beta"});
  const struct {
    std::string_view status, want;
  } cases[] = {
      {"draft", ""}, {"tried", "beta"}, {"done", "stable"}, {"unheard of", ""}, {"", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(process.stage_asked_by(c.status), c.want) << c.status;
}

}  // namespace
}  // namespace milepost
