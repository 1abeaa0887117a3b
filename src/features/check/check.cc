#include "features/check/check.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/parallel.h"
#include "features/check/change.h"
#include "features/check/external.h"
#include "workspace/examine.h"
#include "workspace/plan.h"

namespace milepost::check {

namespace {

struct Outcome {
  std::vector<Finding> findings;
  std::vector<Trouble> troubles;
  std::vector<std::shared_ptr<const Source>> sources;
  std::size_t files = 0;
  bool is_proposal = false;
};

// Keeps of what was examined only what the report needs: documents come and go
// by the hundred.
Outcome check_one(const Selected& task, const CheckRequest& request, const DeadLinks* dead) {
  Examined examined = examine(task, request.stage, {}, dead);
  Outcome outcome;
  outcome.sources = examined.sources(task);
  outcome.findings = std::move(examined.findings);
  outcome.troubles = std::move(examined.troubles);
  outcome.files = examined.files;
  outcome.is_proposal = examined.proposal.has_value();
  return outcome;
}

void check_repositories(const Selection& selection, findings::Run& run) {
  for (const Workspace* workspace : selection.whole) {
    auto findings =
        workspace->judged().rules.check_repository({workspace->process(), workspace->facts()});
    if (findings.empty()) continue;
    std::ranges::move(findings, std::back_inserter(run.findings));
    for (const ReviewFile& review : workspace->facts().reviews())
      run.sources.push_back(review.source);
  }
}

void collect(std::vector<Outcome>& outcomes, findings::Run& run) {
  for (Outcome& outcome : outcomes) {
    run.files += outcome.files;
    run.proposals += outcome.is_proposal ? 1 : 0;
    std::ranges::move(outcome.findings, std::back_inserter(run.findings));
    std::ranges::move(outcome.troubles, std::back_inserter(run.troubles));
    std::ranges::move(outcome.sources, std::back_inserter(run.sources));
  }
}

}  // namespace

Result<findings::Run> check(const CheckRequest& request) {
  if (request.change) return check_change(request);
  auto plan = make_plan(request);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  findings::Run run;
  run.notes = std::move(plan->notes);
  run.troubles = std::move(plan->troubles);

  for (const auto& workspace : plan->workspaces) {
    if (!workspace->recognised() || !workspace->judged().rules.asks_for_age()) continue;
    std::ranges::copy(workspace->known_ages().notes, std::back_inserter(run.notes));
  }
  std::optional<DeadLinks> dead;
  if (request.external) {
    auto asked = ask_the_web(*plan, request);
    if (!asked) return tl::unexpected(std::move(asked.error()));
    run.notes.push_back(std::move(asked->note));
    dead = std::move(asked->dead);
  }
  const std::vector<Selected>& tasks = plan->proposals;
  std::vector<Outcome> outcomes(tasks.size());
  std::size_t done = 0;
  std::mutex reporting;
  parallel_for(tasks.size(), request.jobs, [&](std::size_t i) {
    outcomes[i] = check_one(tasks[i], request, dead ? &*dead : nullptr);
    if (!request.progress) return;
    const std::lock_guard<std::mutex> lock(reporting);
    request.progress(++done, tasks.size());
  });
  collect(outcomes, run);
  check_repositories(*plan, run);
  findings::sort_by_place(run.findings);
  return run;
}

}  // namespace milepost::check
