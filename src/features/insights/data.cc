#include "features/insights/data.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "base/parallel.h"
#include "base/strings.h"
#include "git/git.h"
#include "proposal/summary.h"
#include "text/inline.h"
#include "text/sentence.h"
#include "workspace/examine.h"

namespace milepost::insights {

namespace {

constexpr std::uint32_t kLongestSummary = 300;  // columns

Result<Reading> read_one(const Selected& selected) {
  TRY(auto source, read_document(selected));
  const Proposal proposal(Document(std::move(source)), selected.card->metadata);
  const JudgedProcess& judged = selected.at->judged();
  const Judgement judgement = judged.judge.judge(proposal, {{}, judged.kind, {}});
  const std::string summary = summary_of(*judged.process, proposal.document, judgement);
  return Reading{judgement.kind, judgement.version,
                 fitted(first_sentence(summary), kLongestSummary)};
}

void read_all(const std::vector<const Selected*>& selected, int jobs, Gathered& gathered) {
  auto& readings = gathered.data->readings;
  readings.resize(selected.size());
  std::vector<std::string> why_unread(selected.size());
  parallel_for(selected.size(), jobs, [&](std::size_t i) {
    auto reading = read_one(*selected[i]);
    if (reading) {
      readings[i] = std::move(*reading);
    } else {
      why_unread[i] = std::move(reading.error().message);
    }
  });
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (why_unread[i].empty()) continue;
    const Selected& one = *selected[i];
    gathered.selection.read_errors.push_back(
        {one.at->shown_path(one.card->files.document), std::move(why_unread[i])});
  }
}

// Leaves those that the query finds, and their lives.
Result<void> keep_matching(const Workspace& workspace, const std::vector<std::string>& query,
                           Gathered& gathered, std::vector<const Selected*>& ordered) {
  TRY(const auto found, workspace.select({query, true}));
  std::ranges::copy(found.notes, std::back_inserter(gathered.selection.notes));
  std::unordered_set<std::string_view> paths;
  for (const Selected& selected : found.proposals) paths.insert(selected.card->path);
  const auto is_other = [&](const Card* card) { return !paths.contains(card->path); };
  std::erase_if(ordered, [&](const Selected* selected) { return is_other(selected->card); });
  ReportData& data = *gathered.data;
  std::erase_if(data.all, [&](const Subject& subject) { return is_other(subject.card); });
  if (data.history) {
    std::erase_if(data.history->lifespans, [&](const Lifespan& lifespan) {
      return lifespan.deleted || !paths.contains(lifespan.path());
    });
  }
  return {};
}

}  // namespace

Result<Gathered> gather_report_data(const Workspace& workspace, std::optional<Date> since,
                                    const std::vector<std::string>& query, bool reading) {
  // It is about the whole repository, from wherever one stands in it. By a process that is named it
  // is about the folder one stands in.
  const std::string& directory = workspace.options().directory;
  const Workspace::Pointer seen =
      workspace.options().process.empty() ? workspace.from_root() : workspace.shared_from_this();
  Gathered gathered;
  TRY(gathered.selection, seen->select({}));
  TRY(const auto& releases, seen->calendar());
  gathered.data = std::make_unique<ReportData>(seen->process(), seen->today());
  ReportData& data = *gathered.data;
  data.since = since;
  data.facts = &seen->facts();
  std::vector<const Selected*> ordered;
  for (const Selected& selected : gathered.selection.proposals) ordered.push_back(&selected);
  std::ranges::sort(
      ordered, {}, [](const Selected* selected) { return std::string_view(selected->card->path); });
  std::vector<const Card*> cards;
  for (const Selected* selected : ordered) cards.push_back(selected->card);
  gather_subjects(cards, releases, seen->past(), seen->now(), data);
  if (!data.history) {
    // The folder is called as it was given.
    const auto git = Git::find(directory);
    if (git && !*git) data.no_history = without_git(directory);
  }
  if (!query.empty()) {
    TRY(keep_matching(*seen, query, gathered, ordered));
  }
  if (reading) {
    read_all(ordered, seen->jobs(), gathered);
  }
  return gathered;
}

}  // namespace milepost::insights
