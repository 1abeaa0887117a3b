#include "app/check.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "app/plan.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"

namespace milepost {

namespace {

struct Outcome {
  std::vector<Finding> findings;
  std::vector<Trouble> troubles;
  std::vector<std::shared_ptr<const Source>> sources;
  std::size_t files = 0;
  bool is_proposal = true;
};

// Null when it cannot be read: that is said, and the proposal left out.
std::shared_ptr<const Source> read_document(const Task& task, Outcome& outcome) {
  const Repository& repository = task.at->repository;
  const ProposalFiles& files = task.card->files;
  const std::string shown = repository.shown_path(files.document);
  if (!files.has_document) return std::make_shared<const Source>(shown, "");
  std::shared_ptr<const Source> document = task.document;
  if (!document) {
    auto source = read_source(repository.full_path(files.document), shown, kLimits.document_bytes);
    if (!source) {
      outcome.troubles.push_back({shown, source.error().message});
      return nullptr;
    }
    document = std::move(*source);
  }
  ++outcome.files;
  if (!utf8::looks_binary(document->text())) return document;
  outcome.troubles.push_back({document->path(), "is a binary file, not Markdown"});
  return nullptr;
}

void keep_sources(const Task& task, const Proposal& proposal, Outcome& outcome) {
  if (outcome.findings.empty()) return;
  outcome.sources.push_back(proposal.document.shared_source());
  if (proposal.metadata->source) outcome.sources.push_back(proposal.metadata->source);
  for (const ReviewFile* review : task.at->facts.reviews_of(*task.card)) {
    outcome.sources.push_back(review->source);
  }
}

Outcome check_one(const Task& task, const CheckRequest& request) {
  Outcome outcome;
  if (!task.card->files.metadata.empty() && task.card->metadata->source) ++outcome.files;
  std::shared_ptr<const Source> document = read_document(task, outcome);
  outcome.is_proposal = document != nullptr;
  if (!document) return outcome;

  const JudgedProcess& judged = *task.at->judged;
  Proposal proposal(Document(std::move(document)), task.card->metadata);
  proposal.document_missing = !task.card->files.has_document;
  const JudgeOptions options{request.stage, judged.kind};
  const Judgement judgement = judged.judge.judge(proposal, options);
  outcome.findings =
      judged.rules.check({*judged.process, proposal, judgement, *task.card, task.at->facts});
  keep_sources(task, proposal, outcome);
  return outcome;
}

void check_repositories(const Plan& plan, Run& run) {
  for (const auto& opened : plan.opened) {
    if (!opened->whole) continue;
    auto findings =
        opened->judged->rules.check_repository({*opened->judged->process, opened->facts});
    if (findings.empty()) continue;
    std::ranges::move(findings, std::back_inserter(run.findings));
    for (const ReviewFile& review : opened->facts.reviews) run.sources.push_back(review.source);
  }
}

void collect(std::vector<Outcome>& outcomes, Run& run) {
  for (Outcome& outcome : outcomes) {
    run.files += outcome.files;
    run.proposals += outcome.is_proposal ? 1 : 0;
    std::ranges::move(outcome.findings, std::back_inserter(run.findings));
    std::ranges::move(outcome.troubles, std::back_inserter(run.troubles));
    std::ranges::move(outcome.sources, std::back_inserter(run.sources));
  }
}

}  // namespace

Result<Run> check(const CheckRequest& request) {
  auto plan = make_plan(request);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  Run run;
  run.notes = std::move(plan->notes);
  run.troubles = std::move(plan->troubles);

  const std::vector<Task>& tasks = plan->tasks;
  std::vector<Outcome> outcomes(tasks.size());
  std::size_t done = 0;
  std::mutex reporting;
  parallel_for(tasks.size(), request.jobs, [&](std::size_t i) {
    outcomes[i] = check_one(tasks[i], request);
    if (!request.progress) return;
    const std::lock_guard<std::mutex> lock(reporting);
    request.progress(++done, tasks.size());
  });
  collect(outcomes, run);
  check_repositories(*plan, run);
  sort_by_place(run.findings);
  return run;
}

}  // namespace milepost
