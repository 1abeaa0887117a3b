#include "app/report_data.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "app/cycles.h"
#include "app/examine.h"
#include "app/load_history.h"
#include "app/why.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "proposal/summary.h"
#include "text/inline.h"
#include "text/sentence.h"

namespace milepost {

namespace {

constexpr std::uint32_t kLongestSummary = 300;  // columns

std::optional<Reading> read_one(const Task& task) {
  auto source = read_document(task);
  if (!source) return std::nullopt;
  const Proposal proposal(Document(std::move(*source)), task.card->metadata);
  const JudgedProcess& judged = *task.at->judged;
  const Judgement judgement = judged.judge.judge(proposal, {{}, judged.kind, {}});
  const std::string summary = summary_of(*judged.process, proposal.document, judgement);
  return Reading{judgement.kind, judgement.version,
                 fitted(first_sentence(summary), kLongestSummary)};
}

void add_history(const ReportRequest& request, const std::vector<const Task*>& tasks,
                 ReportData& data) {
  auto history = load_history(request.directory, request.process);
  if (!history) {
    data.no_history = std::move(history.error().message);
    return;
  }
  data.history = std::move(*history);
  // What still lies where proposals once were is none today.
  std::unordered_set<std::string_view> paths;
  for (const Task* task : tasks) paths.insert(task->card->path);
  std::erase_if(data.history->lives,
                [&](const Life& life) { return !life.deleted && !paths.contains(life.path()); });
  data.status_days = Durations(*data.history, Track::kStatus);
  data.stage_days = Durations(*data.history, Track::kStage);
}

void add_subjects(const std::vector<const Task*>& tasks, ReportData& data) {
  std::unordered_map<std::string_view, const Life*> lives;
  if (data.history) {
    for (const Life& life : data.history->lives) {
      if (!life.deleted) lives.emplace(life.path(), &life);
    }
  }
  for (const Task* task : tasks) {
    const Card& card = *task->card;
    Subject subject{&card, standing_of(card), {}, false, {}};
    subject.state = data.states.of(card.status, card.stage);
    subject.open = data.states.is_on_way(card.status);
    if (const auto life = lives.find(card.path); life != lives.end()) {
      subject.tenure =
          tenure_of(*data.history, *life->second, data.states, subject.standing, data.today);
    }
    data.subjects.push_back(std::move(subject));
  }
}

void add_cycles(const Releases& releases, Instant now, ReportData& data) {
  std::vector<NamedReleases> named;
  for (const Subject& subject : data.subjects) named.push_back(named_by(subject.standing));
  const auto calendar = dated_releases(data.process.calendar, releases);
  data.cycles = Cycles(calendar, named, now);
  if (data.cycles.at_work()) return;
  data.no_cycle = calendar.empty()
                      ? "no calendar, and no release is the latest of three proposals"
                      : fmt::format("{} ends with {}, which is out", data.process.calendar.file,
                                    to_string(calendar.back().version));
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
  if (plan->opened.empty()) return failure("there are no proposals here");
  const Opened& opened = *plan->opened.front();
  const auto releases = read_releases(opened.repository);
  if (!releases) return tl::unexpected(releases.error());

  Gathered gathered;
  gathered.data = std::make_unique<ReportData>(*opened.judged->process, *check.today);
  ReportData& data = *gathered.data;
  data.since = request.since;
  data.facts = opened.facts.get();
  std::vector<const Task*> tasks;
  for (const Task& task : plan->tasks) tasks.push_back(&task);
  std::ranges::sort(tasks, {}, [](const Task* task) { return std::string_view(task->card->path); });
  add_history(request, tasks, data);
  add_subjects(tasks, data);
  add_cycles(*releases, request.now, data);
  if (reading) {
    data.readings.resize(tasks.size());
    parallel_for(tasks.size(), request.jobs,
                 [&](std::size_t i) { data.readings[i] = read_one(*tasks[i]); });
  }
  gathered.plan = std::move(*plan);
  return gathered;
}

}  // namespace milepost
