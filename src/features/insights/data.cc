#include "features/insights/data.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/strings.h"
#include "proposal/summary.h"
#include "text/inline.h"
#include "text/sentence.h"
#include "workspace/calendar.h"
#include "workspace/examine.h"

namespace milepost::insights {

namespace {

constexpr std::uint32_t kLongestSummary = 300;  // columns

std::optional<Reading> read_one(const Selected& task) {
  auto source = read_document(task);
  if (!source) return std::nullopt;
  const Proposal proposal(Document(std::move(*source)), task.card->metadata);
  const JudgedProcess& judged = task.at->judged();
  const Judgement judgement = judged.judge.judge(proposal, {{}, judged.kind, {}});
  const std::string summary = summary_of(*judged.process, proposal.document, judgement);
  return Reading{judgement.kind, judgement.version,
                 fitted(first_sentence(summary), kLongestSummary)};
}

// The top of the repository, from wherever one stands in it. A process that is named may
// be a folder seen from there.
Result<std::string> top_of(const ReportRequest& request) {
  if (!request.process.empty()) return request.directory;
  auto repository = open_repository(request.directory, {});
  if (!repository) return tl::unexpected(std::move(repository.error()));
  return repository->process ? repository->root : request.directory;
}

}  // namespace

Result<Gathered> gather_report_data(const ReportRequest& request, bool reading) {
  auto top = top_of(request);
  if (!top) return tl::unexpected(std::move(top.error()));
  CheckRequest check;
  check.directory = std::move(*top);
  check.process = request.process;
  check.today = date_of(request.now);
  check.jobs = request.jobs;
  auto plan = make_plan(check);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  if (plan->workspaces.empty()) return failure("there are no proposals here");
  const Workspace& opened = *plan->workspaces.front();
  const auto releases = read_releases(opened.repository());
  if (!releases) return tl::unexpected(releases.error());

  Gathered gathered;
  gathered.data = std::make_unique<ReportData>(opened.process(), *check.today);
  ReportData& data = *gathered.data;
  data.since = request.since;
  data.facts = &opened.facts();
  std::vector<const Selected*> tasks;
  for (const Selected& task : plan->proposals) tasks.push_back(&task);
  std::ranges::sort(tasks, {},
                    [](const Selected* task) { return std::string_view(task->card->path); });
  std::vector<const Card*> cards;
  for (const Selected* task : tasks) cards.push_back(task->card);
  gather_subjects(cards, *releases, opened.past(), request.now, data);
  if (reading) {
    data.readings.resize(tasks.size());
    parallel_for(tasks.size(), request.jobs,
                 [&](std::size_t i) { data.readings[i] = read_one(*tasks[i]); });
  }
  gathered.plan = std::move(*plan);
  return gathered;
}

}  // namespace milepost::insights
