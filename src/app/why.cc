#include "app/why.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/gate_judge.h"
#include "app/identity.h"
#include "app/stage_entries.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "proposal/milestones.h"

namespace milepost {

namespace {

ProposalGate begin(const Task& task) {
  const Card& card = *task.card;
  ProposalGate proposal;
  proposal.number = card.number;
  proposal.title = card.title;
  proposal.group = card.group;
  proposal.path = task.at->repository.shown_path(card.path);
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
  add_stage_entries(plan->opened.front()->repository, request.process,
                    *plan->opened.front()->facts);
  const Task& task = plan->tasks.front();
  const auto known = read_known(task.at->repository, request, task.card);
  if (!known) return tl::unexpected(known.error());
  const auto step =
      plan_step(*task.at->repository.process, *task.card, request.to, request.release);
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
  if (plan->opened.empty()) return run;
  add_stage_entries(plan->opened.front()->repository, request.process,
                    *plan->opened.front()->facts);
  const Opened& opened = *plan->opened.front();
  const Process& process = *opened.repository.process;
  run.anywhere_on_earth = process.calendar.anywhere_on_earth;
  const auto known = read_known(opened.repository, request, nullptr);
  if (!known) return tl::unexpected(known.error());
  if (!request.to.empty()) {
    const auto there = check_target(process, request.to);
    if (!there) return tl::unexpected(there.error());
  }

  std::vector<std::pair<const Task*, Step>> steps;
  for (const Task& task : plan->tasks) {
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

Result<Releases> read_releases(const Repository& repository) {
  const std::string& file = repository.process->calendar.file;
  if (file.empty()) return Releases();
  const std::string path = repository.full_path(file);
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return Releases();
  const auto source = read_source(path, repository.shown_path(file), kLimits.document_bytes);
  if (!source) return tl::unexpected(Error(source.error()).within("reading " + file));
  return parse_releases(*repository.process, **source);
}

Result<Known> read_known(const Repository& repository, const WhyRequest& request,
                         const Card* card) {
  auto releases = read_releases(repository);
  if (!releases) return tl::unexpected(std::move(releases.error()));
  auto record = read_record(repository, *releases, request.store, request.now, card);
  if (!record) return tl::unexpected(std::move(record.error()));
  return Known{std::move(*releases), std::move(*record)};
}

Result<GateVerdict> judge_task(const Task& task, const Step& step, const Known& known,
                               const WhyRequest& request) {
  return judge_examined(task, examine(task, step.to_stage, step.to_status), step, known, request);
}

Result<GateVerdict> judge_examined(const Task& task, const Examined& examined, const Step& step,
                                   const Known& known, const WhyRequest& request) {
  if (!examined.proposal) {
    return failure(
        fmt::format("{}: {}", examined.troubles.front().path, examined.troubles.front().message));
  }
  std::string mover;
  if (!request.mover.empty()) {
    auto claimed = read_claim(request.mover, "who you are");
    if (!claimed) return tl::unexpected(std::move(claimed.error()));
    mover = std::move(*claimed);
  }
  return GateJudge({task, examined, step, known.releases, known.record, request.now, request.reason,
                    mover})
      .judge();
}

GateRun gate_run(const Task& task, GateVerdict gate, Instant now) {
  GateRun run;
  run.now = now;
  run.anywhere_on_earth = task.at->repository.process->calendar.anywhere_on_earth;
  run.proposals.push_back(begin(task));
  run.proposals.back().gate = std::move(gate);
  return run;
}

Result<GateRun> why(const WhyRequest& request) {
  return request.subject.empty() ? why_all(request) : why_one(request);
}

}  // namespace milepost
