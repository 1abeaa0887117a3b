#include "features/home/home.h"

#include <algorithm>

#include <fmt/format.h>

#include "features/history/history.h"
#include "features/release/next_freezes.h"
#include "store/record.h"

namespace milepost::home {

namespace {

constexpr std::size_t kChanges = 15;

std::optional<NextFreeze> next_freeze(const Workspace& workspace) {
  const auto& releases = workspace.calendar();
  if (!releases) return std::nullopt;
  const Release* const release =
      release::release_of_next_freeze(workspace.process(), *releases, workspace.now());
  if (!release) return std::nullopt;
  std::optional<NextFreeze> next;
  for (const CalendarDate& date : workspace.process().calendar.dates) {
    const auto at = release->date(date.id);
    if (date.gate.empty() || !at || !(workspace.now() < *at)) continue;
    if (!next || *at < next->deadline) next = {release->name, date.title, *at};
  }
  return next;
}

void add_moves(const Workspace& workspace, std::vector<RecentChange>& changes) {
  const auto moves = history::list_moves(workspace, {});
  if (!moves) return;
  const std::size_t count = moves->moves.size();
  for (std::size_t i = count > kChanges ? count - kChanges : 0; i < count; ++i) {
    const history::MoveLine& move = moves->moves[i];
    changes.push_back({start_of(move.day), move.author, false, move.proposal,
                       move.from.empty() ? fmt::format("{} {}", move.field, move.to)
                                         : fmt::format("{} {} → {}", move.field, move.from,
                                                       move.to.empty() ? "none" : move.to)});
  }
}

void add_events(const Workspace& workspace, std::vector<RecentChange>& changes) {
  const auto& record = workspace.record();
  if (!record || !(*record)->store().is_there()) return;
  const auto head = (*record)->store().head();
  if (!head) return;
  const std::uint64_t from = head->number > kChanges ? head->number - kChanges + 1 : 1;
  const auto events = (*record)->store().events(from, kChanges);
  if (!events) return;
  for (const Event& event : *events) {
    RecentChange change{event.time, event.by, true, {}, event.kind};
    if (is_proposal(event.stream)) {
      const std::string called = called_in(event.stream);
      const Card* card = workspace.index().find_number(called);
      if (!card) card = workspace.index().find(called);
      if (card) change.proposal = ref_of(*card, workspace.repository());
    }
    changes.push_back(std::move(change));
  }
}

std::vector<std::pair<std::string, std::size_t>> count_statuses(const Workspace& workspace) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const Status& status : workspace.process().statuses) {
    const auto count = std::ranges::count(workspace.index().cards, status.id, &Card::status);
    if (count > 0) counts.emplace_back(status.id, static_cast<std::size_t>(count));
  }
  return counts;
}

}  // namespace

Home look_around(const Workspace& workspace) {
  Home home;
  home.now = workspace.now();
  home.has_calendar = !workspace.process().calendar.dates.empty();
  home.freeze = next_freeze(workspace);
  add_moves(workspace, home.changes);
  add_events(workspace, home.changes);
  std::ranges::stable_sort(
      home.changes, [](const RecentChange& a, const RecentChange& b) { return a.time > b.time; });
  if (home.changes.size() > kChanges) home.changes.resize(kChanges);
  home.by_status = count_statuses(workspace);
  home.proposals = workspace.index().cards.size();
  return home;
}

}  // namespace milepost::home
