#include "features/move/why.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "features/release/at_work.h"
#include "features/release/context.h"
#include "features/release/stage_step.h"
#include "features/review/reviews_given.h"
#include "gates/conditions.h"
#include "proposal/milestones.h"
#include "workspace/gate_judge.h"
#include "workspace/identity.h"

namespace milepost::move {

namespace {

// Nothing is asked about but what the proposal is at.
bool asks_at_work(const WhyOptions& options) {
  return options.to.empty() && options.release.empty();
}

Result<GateVerdict> judge_step(const Selected& selected, const Step& step,
                               const StoredEvidence& evidence, const WhyOptions& options) {
  Mover mover{options.reason, {}};
  if (!options.mover.empty()) {
    TRY(mover.handle, read_claim(options.mover, "who you are"));
  }
  if (asks_at_work(options)) {
    TRY(const Releases& releases, selected.at->calendar());
    return release::judge_at_work(selected, releases, evidence, mover);
  }
  return judge_gate(selected, examine(selected, step.to_stage, step.to_status), step, evidence,
                    mover);
}

ProposalGate proposal_gate(const Selected& selected, GateVerdict gate) {
  const Card& card = *selected.card;
  return {ref_of(card, selected.at->repository()), card.status, card.stage, std::move(gate), false};
}

// Among all proposals, those the question concerns: open ones for which the step
// is the next, or the one they are on. One that aims at another release is not.
bool is_candidate(const Process& process, const Card& card, const Step& step,
                  const WhyOptions& options) {
  const Status* status = process.find_status(card.status);
  if (!status || status->closed) return false;
  if (step.is_stage) {
    const bool next =
        stage_before(process, step.to_stage) == step.from_stage || step.from_stage == step.to_stage;
    if (!next) return false;
  } else if (rule_status_move(process, step.from_status, step.to_status).legality ==
             Legality::kIllegal) {
    return false;
  }
  if (options.release.empty()) return true;
  const auto planned = milestone_of(process, *card.metadata, step.to_stage);
  const auto wanted = parse_version(options.release);
  return !planned || !wanted || planned->version == *wanted;
}

// What check calls an error: a proposal that has some is not done with.
std::optional<Verdict> errors_left(const Selected& selected) {
  constexpr std::size_t kMost = 100;
  Verdict left;
  left.id = "errors";
  left.holds = Holds::kNo;
  const Examined examined = examine(selected, {});
  std::size_t count = 0;
  for (const Finding& finding : examined.findings) {
    if (finding.severity != Severity::kError || ++count > kMost) continue;
    left.details.push_back({finding.message, {}, spot_of(*finding.source, finding.span)});
  }
  if (count == 0) return std::nullopt;
  left.message = fmt::format("check finds {} in it", counted(count, "error"));
  return left;
}

// Asked for the next step of a proposal that has none, without a question of another.
GateRun finished_run(const Selected& selected) {
  GateVerdict gate;
  gate.step.from_status = gate.step.to_status = selected.card->status;
  if (auto left = errors_left(selected)) gate.conditions.push_back(std::move(*left));
  const bool finished = gate.conditions.empty();
  GateRun run = gate_run(selected, std::move(gate));
  run.proposals.front().finished = finished;
  return run;
}

// What is asked about: the step given, else the one that the proposal makes in the release given,
// if it is one of that, else the next one; and where nothing is given, what it is at.
Result<Step> step_asked(const Workspace& at, const Card& card, const StoredEvidence& evidence,
                        const WhyOptions& options) {
  const Process& process = at.process();
  const ProposalState& state = evidence.state_of(card);
  if (asks_at_work(options)) {
    TRY(const Releases& releases, at.calendar());
    TRY(auto at_work, release::find_at_work(process, card, state, releases, at.now()));
    return std::move(at_work.step);
  }
  const auto release = parse_version(options.release);
  if (options.to.empty() && release) {
    const Participation* const part = state.find_participation(to_string(*release));
    const bool opted_in = part && part->state == ParticipationState::kIn;
    if (opted_in || release::aims_at(process, card, *release)) {
      return release::step_in(process, card, opted_in ? part : nullptr, to_string(*release));
    }
  }
  return plan_step(process, card, options.to, options.release);
}

Result<GateRun> why_one(const Workspace& workspace, const WhyOptions& options) {
  TRY(const auto selection, workspace.select_one(options.words.front()));
  const Selected& selected = selection.proposals.front();
  if (options.to.empty() && is_finished(selected.at->process(), *selected.card)) {
    return finished_run(selected);
  }
  TRY(const auto evidence, stored_evidence(*selected.at, selected.card));
  TRY(const auto step, step_asked(*selected.at, *selected.card, evidence, options));
  TRY(auto gate, judge_step(selected, step, evidence, options));
  GateRun run = gate_run(selected, std::move(gate));
  TRY(run.proposals.front().reviews,
      review::reviews_given(*selected.at, *selected.card, options.words.front()));
  return run;
}

Result<GateRun> why_all(const Workspace& workspace, const WhyOptions& options) {
  TRY(const auto selection, workspace.select({options.words}));
  GateRun run;
  run.all = true;
  run.now = workspace.now();
  run.read_errors = selection.read_errors;
  if (selection.workspaces.empty()) return run;
  const Workspace& at = *selection.workspaces.front();
  const Process& process = at.process();
  run.anywhere_on_earth = process.calendar.anywhere_on_earth;
  TRY(const auto evidence, stored_evidence(at, nullptr));
  if (!options.to.empty()) {
    TRY(check_target(process, options.to));
  }

  std::vector<std::pair<const Selected*, Step>> steps;
  for (const Selected& selected : selection.proposals) {
    auto step = step_asked(at, *selected.card, evidence, options);
    if (step && is_candidate(process, *selected.card, *step, options)) {
      steps.emplace_back(&selected, std::move(*step));
    }
  }
  std::vector<Result<GateVerdict>> gates(steps.size(), failure("not judged"));
  parallel_for(steps.size(), workspace.jobs(), [&](std::size_t i) {
    gates[i] = judge_step(*steps[i].first, steps[i].second, evidence, options);
  });
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Selected& selected = *steps[i].first;
    if (gates[i]) {
      run.proposals.push_back(proposal_gate(selected, std::move(*gates[i])));
    } else {
      run.read_errors.push_back({selected.card->path, gates[i].error().message});
    }
  }
  return run;
}

}  // namespace

GateRun gate_run(const Selected& selected, GateVerdict gate) {
  GateRun run;
  run.now = selected.at->now();
  run.anywhere_on_earth = selected.at->process().calendar.anywhere_on_earth;
  run.proposals.push_back(proposal_gate(selected, std::move(gate)));
  return run;
}

Result<GateRun> why(const Workspace& workspace, const WhyOptions& options) {
  const bool several = options.words.empty() || workspace.is_query(options.words);
  return several ? why_all(workspace, options) : why_one(workspace, options);
}

}  // namespace milepost::move
