// Real proposals: the gate to every status and stage is judged, and whatever closes
// it says what is missing, and where it is or what to do.
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "corpus_fixture.h"
#include "features/common/remedy_text.h"
#include "features/move/formats.h"
#include "features/move/why.h"
#include "process/validate.h"
#include "workspace/examine.h"
#include "workspace/gate_judge.h"
#include "workspace/workspace.h"

namespace milepost {
namespace {

namespace fs = std::filesystem;

struct Tally {
  std::size_t gates = 0;
  std::size_t open = 0;
  std::size_t illegal = 0;
  std::vector<std::string> faults;
};

// What is wrong with an answer; "" when nothing is.
std::string fault_in(const GateVerdict& gate) {
  std::size_t closing = 0;
  for (const Verdict& verdict : gate.conditions) {
    if (verdict.message.empty()) return verdict.id + " says nothing";
    if (verdict.message.find("  ") != std::string::npos) return verdict.id + ": " + verdict.message;
    const std::string how = how_text(verdict);
    if (how.empty() != verdict.remedies.empty()) return verdict.id + ": a remedy without words";
    if (verdict.holds == Holds::kYes && !how.empty()) return verdict.id + " holds: " + how;
    if (!verdict.closes()) continue;
    ++closing;
    const bool helps = verdict.spot || !how.empty() || gate.illegal;
    if (verdict.holds == Holds::kNo && !helps)
      return verdict.id + " helps nobody: " + verdict.message;
  }
  if (!gate.open() && closing == 0) return "closed, and nothing closes it";
  return gate.open() && gate.illegal ? "open, and illegal" : "";
}

std::vector<std::string> targets_of(const Process& process) {
  std::vector<std::string> targets = ids(process.statuses);
  for (std::string& stage : process.stage_names()) targets.push_back(std::move(stage));
  return targets;
}

Tally judge_all(const fs::path& directory, const std::string& pack) {
  WorkspaceOptions options;
  options.directory = directory.string();
  options.process = pack;
  Tally tally;
  const auto workspace =
      Workspace::open_recognised(options, *parse_instant("2026-11-15T00:00:00Z"));
  EXPECT_TRUE(workspace) << workspace.error().message;
  if (!workspace) return tally;
  const auto selection = (*workspace)->select({});
  EXPECT_TRUE(selection) << selection.error().message;
  if (!selection) return tally;
  const Process& process = (*workspace)->process();
  const std::vector<std::string> targets = targets_of(process);
  std::vector<Tally> tallies(selection->proposals.size());
  parallel_for(selection->proposals.size(), 0, [&](std::size_t i) {
    const Selected& selected = selection->proposals[i];
    Tally& own = tallies[i];
    for (const std::string& target : targets) {
      const std::string where = fmt::format("{} → {}: ", selected.card->path, target);
      const auto step = plan_step(process, *selected.card, target, "");
      if (!step) {
        if (step.error().message.find("has no stages") == std::string::npos) {
          own.faults.push_back(where + step.error().message);
        }
        continue;
      }
      const auto gate =
          judge_gate(selected, examine(selected, step->to_stage, step->to_status), *step, {});
      ++own.gates;
      if (!gate) {
        own.faults.push_back(where + gate.error().message);
        continue;
      }
      own.open += gate->open() ? 1 : 0;
      own.illegal += gate->illegal ? 1 : 0;
      const std::string fault = fault_in(*gate);
      if (!fault.empty()) own.faults.push_back(where + fault);
      move::GateRun run = move::gate_run(selected, *gate);
      if (move::render_gates_text(run, {}).empty() || move::render_gates_json(run).empty()) {
        own.faults.push_back(where + "nothing is shown");
      }
    }
  });
  for (const Tally& own : tallies) {
    tally.gates += own.gates;
    tally.open += own.open;
    tally.illegal += own.illegal;
    tally.faults.insert(tally.faults.end(), own.faults.begin(), own.faults.end());
  }
  return tally;
}

void expect_sound(const char* name, const Tally& tally, std::size_t least) {
  std::string faults;
  for (std::size_t i = 0; i < std::min<std::size_t>(tally.faults.size(), 20); ++i) {
    faults += tally.faults[i] + "\n";
  }
  EXPECT_EQ(tally.faults.size(), 0U) << name << "\n" << faults;
  EXPECT_GE(tally.gates, least) << name;
  EXPECT_GT(tally.open, 0U) << name;
  EXPECT_GT(tally.illegal, 0U) << name;
  EXPECT_LT(tally.open + tally.illegal, tally.gates) << name << ": nothing is ever closed";
}

TEST_F(Corpus, WhyAnswersForEveryProposalAndTarget) {
  ASSERT_FALSE(keps().empty());
  expect_sound("keps", judge_all(keps(), ""), 3000);
}

TEST_F(Corpus, WhyAnswersForDesigns) {
  expect_sound("metal3", judge_all(corpus_folder() / "metal3", "design"), 200);
}

TEST_F(Corpus, WhyAnswersForEnhancements) {
  expect_sound("openshift", judge_all(corpus_folder() / "openshift", "openshift"), 500);
}

}  // namespace
}  // namespace milepost
