#include "features/check/check.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "workspace/examine.h"

namespace milepost::check {

namespace {

struct Outcome {
  std::vector<Finding> findings;
  std::vector<ReadError> read_errors;
  std::vector<std::shared_ptr<const Source>> sources;
  std::size_t files = 0;
  bool is_proposal = false;
};

// Keeps of what was examined only what the report needs: documents come and go
// by the hundred.
Outcome check_one(const Selected& selected, const std::string& stage, const DeadLinks* dead) {
  Examined examined = examine(selected, stage, {}, dead);
  Outcome outcome;
  outcome.sources = examined.sources(selected);
  outcome.findings = std::move(examined.findings);
  outcome.read_errors = std::move(examined.read_errors);
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
    for (const TemplateMetadata& file : workspace->facts().template_metadata())
      run.sources.push_back(file.source);
  }
}

void collect(std::vector<Outcome>& outcomes, findings::Run& run) {
  for (Outcome& outcome : outcomes) {
    run.files += outcome.files;
    run.proposals += outcome.is_proposal ? 1 : 0;
    std::ranges::move(outcome.findings, std::back_inserter(run.findings));
    std::ranges::move(outcome.read_errors, std::back_inserter(run.read_errors));
    std::ranges::move(outcome.sources, std::back_inserter(run.sources));
  }
}

}  // namespace

Result<findings::Run> check(const Workspace& workspace, const CheckOptions& options) {
  TRY(auto selection, workspace.select({options.words, false, options.touched, false}));
  findings::Run run;
  run.notes = std::move(selection.notes);
  run.read_errors = std::move(selection.read_errors);

  for (const auto& at : selection.workspaces) {
    if (!at->recognised() || !at->judged().rules.needs_age()) continue;
    std::ranges::copy(at->known_ages().notes, std::back_inserter(run.notes));
  }
  std::optional<DeadLinks> dead;
  if (options.external) {
    TRY(auto answer, ask_the_web(selection, options.external, workspace.jobs()));
    run.notes.push_back(std::move(answer.note));
    dead = std::move(answer.dead);
  }
  const std::vector<Selected>& proposals = selection.proposals;
  std::vector<Outcome> outcomes(proposals.size());
  std::size_t done = 0;
  std::mutex reporting;
  parallel_for(proposals.size(), workspace.jobs(), [&](std::size_t i) {
    outcomes[i] =
        check_one(proposals[i], workspace.options().judging.stage, dead ? &*dead : nullptr);
    if (!options.progress) return;
    const std::lock_guard<std::mutex> lock(reporting);
    options.progress(++done, proposals.size());
  });
  collect(outcomes, run);
  check_repositories(selection, run);
  findings::sort_by_place(run.findings);
  return run;
}

}  // namespace milepost::check
