#include "features/drift/drift_fixture.h"

namespace milepost::drift {
namespace {

class CodeDrifts : public DriftFixture {
 protected:
  // What the proposal's metadata says, and the gates in the code.
  Lines found(const std::string& fields, const std::string& gates) {
    say(fields);
    const FeatureGates code({make_source(gates, "gates.txt")});
    return shown(with_input([&](const DriftInput& input, const std::vector<Finding>&) {
      return code_drifts(
          input, {code, "gates.txt", release_, components_in_code(*process_, input.facts, code)});
    }));
  }
  static std::string at_stage(const std::string& stage, const std::string& more = {}) {
    return fmt::format("status: accepted\nstage: {}\ngates: [{{name: Fast, parts: [core]}}]\n{}",
                       stage, more);
  }

  std::optional<Version> release_;
};

TEST_F(CodeDrifts, QuietWhereBothSayTheSame) {
  const std::string milestones = "milestone: {alpha: v1.2, beta: v1.4}\n";
  EXPECT_EQ(found(at_stage("beta"), "Fast beta\n"), Lines{});
  EXPECT_EQ(found(at_stage("stable"), "Fast: GA\n"), Lines{});
  EXPECT_EQ(found(at_stage("beta", milestones), "Fast Alpha 1.2\nFast Beta 1.4\nFast Beta 1.5\n"),
            Lines{});
  EXPECT_EQ(found(at_stage("beta", milestones), "Fast Beta 1.3\nFast Beta 1.4\n"), Lines{})
      << "the default changed in between";
  EXPECT_EQ(found("status: accepted\nstage: beta\n", "Fast alpha\n"), Lines{}) << "it names none";
  EXPECT_EQ(found(at_stage("beta"), "Fast preview\n"), Lines{}) << "no stage of the process";
  EXPECT_EQ(found(at_stage("beta"), "Fast\n"), Lines{}) << "only declared";
}

TEST_F(CodeDrifts, Missing) {
  EXPECT_EQ(
      found(at_stage("beta"), "Slow alpha\n"),
      Lines{"gate-missing | Fast @ plans/7-faster.md:7:16 | it is not there @ gates.txt | add "
            "Fast to gates.txt | take Fast out of plans/7-faster.md:7"});
  for (const char* status : {"draft", "done", "dropped", "replaced"}) {
    EXPECT_EQ(found(replaced(at_stage("beta"), "accepted", status), "Slow alpha\n"), Lines{})
        << status;
  }
}

TEST_F(CodeDrifts, MissingOnceItIsDue) {
  const std::string fields = at_stage("alpha", "milestone: {alpha: v1.4}\n");
  release_ = Version{1, 3, 0};
  EXPECT_EQ(found(fields, "Slow alpha\n"), Lines{}) << "the code is older";
  release_ = Version{1, 4, 0};
  EXPECT_EQ(found(fields, "Slow alpha\n").size(), 1);
  release_.reset();
  EXPECT_EQ(found(fields, "Slow alpha 1.4\n"), Lines{}) << "being written";
  EXPECT_EQ(found(fields, "Slow alpha 1.5\n").size(), 1);
  read_calendar("  - {name: v1.4, start: 2025-08-04, freeze: 2025-09-03, release: 2025-11-18}\n");
  EXPECT_EQ(found(fields, "Slow alpha 1.4\n").size(), 1) << "v1.4 is out";
  now_ = "2025-11-01T00:00:00Z";
  EXPECT_EQ(found(fields, "Slow alpha 1.5\n"), Lines{}) << "it is not";
}

TEST_F(CodeDrifts, MissingOfOtherCode) {
  propose("8-slow", "Slow",
          "status: accepted\nstage: alpha\ngates: [{name: Slow, parts: [side]}]\n");
  EXPECT_EQ(found(at_stage("beta"), "Slow alpha\n"), Lines{})
      << "nothing of the core is in this code";
  propose("9-calm", "Calm",
          "status: accepted\nstage: alpha\ngates: [{name: Calm, parts: [core]}]\n");
  EXPECT_EQ(found(at_stage("beta"), "Slow alpha\nCalm alpha\n").size(), 1);
}

TEST_F(CodeDrifts, OnOrOffByDefault) {
  EXPECT_EQ(found(at_stage("alpha"), "Fast alpha false\n"), Lines{});
  EXPECT_EQ(found(at_stage("alpha"), "Fast alpha 1.4 true\n"),
            Lines{"gate-default | stage: alpha (off by default at alpha) @ plans/7-faster.md:6:8 | "
                  "Fast: alpha since v1.4, on by default @ gates.txt:1:6 | set the default of Fast "
                  "to false in gates.txt:1"});
  EXPECT_EQ(found(at_stage("beta"), "Fast beta true\n"), Lines{});
  EXPECT_EQ(found(at_stage("beta"), "Fast beta false\n"), Lines{}) << "a beta may be either";
  EXPECT_EQ(found(at_stage("stable"), "Fast GA true\n"), Lines{});
  EXPECT_EQ(found(at_stage("stable"), "Fast GA false\n").size(), 1);
  EXPECT_EQ(found(at_stage("stable"), "Fast alpha 1.2 true\nFast GA 1.4 true\n"), Lines{})
      << "what was is over";
  EXPECT_EQ(found(at_stage("beta", "milestone: {alpha: v1.2, beta: v1.4}\n"),
                  "Fast alpha 1.2 true\nSlow beta 1.3\n"),
            Lines{"gate-default | Fast (off by default at alpha) @ plans/7-faster.md:7:16 | Fast: "
                  "alpha since v1.2, on by default @ gates.txt:1:6 | set the default of Fast to "
                  "false in gates.txt:1"})
      << "the beta is not due yet";
}

TEST_F(CodeDrifts, Ahead) {
  EXPECT_EQ(found(at_stage("alpha"), "Fast beta 1.4\n"),
            Lines{"gate-stage | stage: alpha @ plans/7-faster.md:6:8 | Fast: beta since v1.4 @ "
                  "gates.txt:1:6 | $ milepost promote 7 --to beta --release v1.4 | set Fast to "
                  "alpha in gates.txt:1"});
  EXPECT_EQ(found(at_stage("alpha"), "Fast GA\n"),
            Lines{"gate-stage | stage: alpha @ plans/7-faster.md:6:8 | Fast: GA @ gates.txt:1:6 | "
                  "set stage: stable in plans/7-faster.md:6 | set Fast to alpha in gates.txt:1"});
}

TEST_F(CodeDrifts, Behind) {
  EXPECT_EQ(found(at_stage("stable"), "Fast beta\n"),
            Lines{"gate-stage | stage: stable @ plans/7-faster.md:6:8 | Fast: beta @ gates.txt:1:6 "
                  "| set Fast to GA in gates.txt:1 | set stage: beta in plans/7-faster.md:6"});
  EXPECT_EQ(found(replaced(at_stage("stable"), "accepted", "done"), "Fast beta\n").size(), 1);
  const std::string planned = at_stage("stable", "milestone: {beta: v1.3, stable: v1.5}\n");
  release_ = Version{1, 4, 0};
  EXPECT_EQ(found(planned, "Fast beta 1.3\n"), Lines{}) << "stable comes with v1.5";
  EXPECT_EQ(found(planned, "Fast alpha 1.1\n"),
            Lines{"gate-stage | beta: v1.3 @ plans/7-faster.md:8:19 | Fast: alpha since v1.1 @ "
                  "gates.txt:1:6 | set Fast to beta in gates.txt:1"});
}

TEST_F(CodeDrifts, OnAnotherLadder) {
  EXPECT_EQ(found(at_stage("stable"), "Fast Deprecated\n").size(), 1);
  EXPECT_EQ(found(at_stage("deprecated"), "Fast Deprecated\n"), Lines{});
  EXPECT_EQ(found(at_stage("deprecated"), "Fast alpha\n"), Lines{}) << "counts as alpha";
  EXPECT_EQ(found(at_stage("deprecated", "milestone: {deprecated: v1.2}\n"),
                  "Fast alpha 1.2\nFast deprecated 1.4\n"),
            Lines{})
      << "as alpha it began with v1.2";
}

TEST_F(CodeDrifts, Versions) {
  EXPECT_EQ(found(at_stage("alpha", "milestone: {alpha: v1.2}\n"), "Fast alpha 1.3\n"),
            Lines{"gate-version | alpha: v1.2 @ plans/7-faster.md:8:20 | Fast: alpha since v1.3 @ "
                  "gates.txt:1:6 | set alpha: \"v1.3\" in plans/7-faster.md:8 | set the version to "
                  "v1.2 in gates.txt:1"});
  EXPECT_EQ(found(at_stage("alpha", "milestone: {beta: v1.2}\n"), "Fast alpha 1.3\n"), Lines{});
}

TEST_F(CodeDrifts, SharedGates) {
  propose("8-slow", "Slow", "status: accepted\nstage: beta\ngates: [{name: Fast}]\n");
  EXPECT_EQ(found(at_stage("alpha"), "Fast beta\n"), Lines{}) << "the other one is at beta";
  EXPECT_EQ(found(at_stage("alpha"), "Fast GA\n").size(), 1);
}

TEST_F(CodeDrifts, LeftBehind) {
  const std::string fields = replaced(at_stage("alpha"), "accepted", "dropped");
  EXPECT_EQ(found(fields, "Fast alpha\n"),
            Lines{"gate-left | status: dropped @ plans/7-faster.md:5:9 | Fast: alpha @ "
                  "gates.txt:1:6 | take Fast out of gates.txt:1"});
  propose("8-slow", "Slow", "status: accepted\nstage: alpha\ngates: [{name: Fast}]\n");
  EXPECT_EQ(found(fields, "Fast alpha\n"), Lines{}) << "another has taken it";
  EXPECT_EQ(found(replaced(at_stage("alpha"), "accepted", "replaced"), "Fast alpha\n"), Lines{});
}

TEST_F(CodeDrifts, UnnamedGates) {
  const FeatureGates code({make_source("Fast alpha\nOdd beta\n", "gates.txt")});
  say(at_stage("alpha"));
  with_input([&](const DriftInput& input, const std::vector<Finding>&) {
    const auto unnamed = unnamed_gates(input.facts, code);
    EXPECT_EQ(unnamed.size(), 1);
    EXPECT_EQ(unnamed.front()->name, "Odd");
    return std::vector<Drift>();
  });
}

}  // namespace
}  // namespace milepost::drift
