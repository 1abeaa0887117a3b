#include "features/move/why.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parallel.h"
#include "proposal/milestones.h"
#include "workspace/identity.h"

namespace milepost::move {

namespace {

Result<GateVerdict> judge_task(const Selected& task, const Step& step, const Known& known,
                               const WhyRequest& request) {
  Mover mover{request.reason, {}};
  if (!request.mover.empty()) {
    auto claimed = read_claim(request.mover, "who you are");
    if (!claimed) return tl::unexpected(std::move(claimed.error()));
    mover.handle = std::move(*claimed);
  }
  return judge_examined(task, examine(task, step.to_stage, step.to_status), step, known,
                        request.now, mover);
}

ProposalGate begin(const Selected& task) {
  const Card& card = *task.card;
  ProposalGate proposal;
  proposal.number = card.number;
  proposal.title = card.title;
  proposal.group = card.group;
  proposal.path = task.at->repository().shown_path(card.path);
  proposal.status = card.status;
  proposal.stage = card.stage;
  return proposal;
}

// Among all proposals, those the question concerns: open ones for which the step
// is the next, or the one they are on. One that aims at another release is not.
bool is_candidate(const Process& process, const Card& card, const Step& step,
                  const WhyRequest& request) {
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
  if (request.release.empty()) return true;
  const auto planned = milestone_of(process, *card.metadata, step.to_stage);
  const auto wanted = parse_version(request.release);
  return !planned || !wanted || planned->version == *wanted;
}

Result<GateRun> why_one(const WhyRequest& request) {
  auto plan = plan_one(as_check(request));
  if (!plan) return tl::unexpected(std::move(plan.error()));
  const Selected& task = plan->proposals.front();
  const auto known = read_known(task.at->repository(), request.store, request.now, task.card);
  if (!known) return tl::unexpected(known.error());
  const auto step = plan_step(task.at->process(), *task.card, request.to, request.release);
  if (!step) return tl::unexpected(step.error());
  auto gate = judge_task(task, *step, *known, request);
  if (!gate) return tl::unexpected(std::move(gate.error()));
  return gate_run(task, std::move(*gate), request.now);
}

Result<GateRun> why_all(const WhyRequest& request) {
  auto plan = make_plan(as_check(request));
  if (!plan) return tl::unexpected(std::move(plan.error()));
  GateRun run;
  run.all = true;
  run.now = request.now;
  run.troubles = plan->troubles;
  if (plan->workspaces.empty()) return run;
  const Workspace& opened = *plan->workspaces.front();
  const Process& process = opened.process();
  run.anywhere_on_earth = process.calendar.anywhere_on_earth;
  const auto known = read_known(opened.repository(), request.store, request.now, nullptr);
  if (!known) return tl::unexpected(known.error());
  if (!request.to.empty()) {
    const auto there = check_target(process, request.to);
    if (!there) return tl::unexpected(there.error());
  }

  std::vector<std::pair<const Selected*, Step>> steps;
  for (const Selected& task : plan->proposals) {
    auto step = plan_step(process, *task.card, request.to, request.release);
    if (step && is_candidate(process, *task.card, *step, request)) {
      steps.emplace_back(&task, std::move(*step));
    }
  }
  std::vector<Result<GateVerdict>> gates(steps.size(), failure("not judged"));
  parallel_for(steps.size(), request.jobs, [&](std::size_t i) {
    gates[i] = judge_task(*steps[i].first, steps[i].second, *known, request);
  });
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!gates[i]) {
      run.troubles.push_back({steps[i].first->card->path, gates[i].error().message});
      continue;
    }
    run.proposals.push_back(begin(*steps[i].first));
    run.proposals.back().gate = std::move(*gates[i]);
  }
  return run;
}

}  // namespace

CheckRequest as_check(const WhyRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  if (!request.subject.empty()) check.paths = {request.subject};
  check.today = date_of(request.now);
  check.jobs = request.jobs;
  return check;
}

GateRun gate_run(const Selected& task, GateVerdict gate, Instant now) {
  GateRun run;
  run.now = now;
  run.anywhere_on_earth = task.at->process().calendar.anywhere_on_earth;
  run.proposals.push_back(begin(task));
  run.proposals.back().gate = std::move(gate);
  return run;
}

Result<GateRun> why(const WhyRequest& request) {
  return request.subject.empty() ? why_all(request) : why_one(request);
}

}  // namespace milepost::move
