#include "features/home/home.h"

#include <algorithm>
#include <ranges>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/history/history.h"
#include "features/log/entry_words.h"
#include "features/log/log.h"
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

bool is_one_change(const history::MoveLine& a, const history::MoveLine& b) {
  return a.commit == b.commit && a.proposal.path == b.proposal.path;
}

// "opened it: status implementable, stage alpha", "changed stage alpha → beta and 2 more fields":
// where it stands matters most.
std::string change_text(std::span<const history::MoveLine> moves) {
  constexpr std::size_t kNamed = 3;
  constexpr std::string_view kState[] = {"status", "stage", "latest-milestone"};
  const auto is_state = [&](const history::MoveLine& move) {
    return std::ranges::find(kState, move.field) != std::end(kState);
  };
  const bool is_new =
      std::ranges::all_of(moves, [](const history::MoveLine& move) { return move.from.empty(); });
  const bool has_status = std::ranges::any_of(
      moves, [](const history::MoveLine& move) { return move.field == "status"; });
  const bool opens = is_new && has_status;
  log::LogEntry entry;
  entry.source = log::EntrySource::kGit;
  entry.kind = opens ? "opened" : "changed";
  const bool of_state = std::ranges::any_of(moves, is_state);
  for (const history::MoveLine& move : moves) {
    const bool is_named = !of_state || is_state(move);
    if (is_named && entry.changes.size() < kNamed) {
      entry.changes.push_back({move.field, move.from, move.to});
    }
  }
  const std::size_t more = opens ? 0 : moves.size() - entry.changes.size();
  return log::sentence_of(entry) +
         (more == 0 ? std::string() : " and " + counted(more, "more field"));
}

// What one commit did to a proposal is one change, however many fields it set.
void add_moves(const Workspace& workspace, std::vector<RecentChange>& changes) {
  const auto moves = history::list_moves(workspace, {});
  if (!moves) return;
  std::span<const history::MoveLine> rest(moves->moves);
  for (std::size_t found = 0; found < kChanges && !rest.empty(); ++found) {
    const history::MoveLine& last = rest.back();
    std::size_t first = rest.size() - 1;
    while (first > 0 && is_one_change(rest[first - 1], last)) --first;
    changes.push_back({start_of(last.day), last.author, false, last.proposal,
                       change_text(rest.subspan(first)), ""});
    rest = rest.first(first);
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
  // The latest first, since the order of those of one second is kept.
  for (const Event& event : *events | std::views::reverse) {
    const log::LogEntry entry = log::entry_of_event(event, workspace.process());
    RecentChange change{event.time, event.by, true, {}, log::words_of(entry).what, entry.comment};
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
