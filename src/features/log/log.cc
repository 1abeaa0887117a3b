#include "features/log/log.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "features/common/recorded_name.h"
#include "features/log/undone.h"
#include "git/git.h"
#include "history/history.h"
#include "store/event_kinds.h"
#include "store/events.h"
#include "store/moves.h"
#include "store/record.h"

namespace milepost::log {

namespace {

constexpr std::string_view kGone = "its files are gone";

}  // namespace

LogEntry entry_of_event(const Event& event, const Process& process) {
  LogEntry entry;
  entry.time = event.time;
  entry.reference = std::to_string(event.number);
  entry.by = event.by;
  entry.claimed = event.claimed;
  entry.kind = event.kind;
  if (const auto* const kind = events::find_kind(event.kind)) entry.meaning = kind->meaning;
  for (const auto& [key, value] : event.fields) {
    if (key == "comment") {
      entry.comment = value;
    } else if (key == kClockField) {
      entry.clock = value;
    } else {
      entry.fields.emplace_back(key, value);
    }
    if (key != "role") continue;
    if (const Role* const role = process.find_role(value)) entry.role = role->title;
  }
  return entry;
}

namespace {

LogEntry entry_of(const Landing& landing, std::string_view kind) {
  LogEntry entry;
  entry.source = EntrySource::kGit;
  entry.time = landing.time;
  entry.reference = landing.id.hex();
  entry.by = landing.author;
  entry.kind = kind;
  return entry;
}

// A first version says everything; what it is called is above the log.
bool tells_of_opening(std::string_view field) {
  return field == "status" || field == "stage" || field == "latest-milestone";
}

// What each commit changed.
std::vector<LogEntry> entries_of(const History& history, const Lifespan& lifespan) {
  std::vector<LogEntry> entries;
  const auto moves = moves_of(lifespan);
  std::optional<std::size_t> version;
  for (const HistoryMove& move : moves) {
    const bool opening = move.version == moves.front().version;
    if (version != move.version) {
      version = move.version;
      entries.push_back(entry_of(history.commits[lifespan.versions[move.version].commit],
                                 opening ? "opened" : "changed"));
    }
    if (opening && !tells_of_opening(move.field)) continue;
    entries.back().changes.push_back({move.field, move.from, move.to});
  }
  if (lifespan.deleted) {
    entries.push_back(entry_of(history.commits[*lifespan.deleted], "deleted"));
  }
  return entries;
}

// The lifespan of what is here, else of what last had the name.
const Lifespan* find_lifespan(const History& history, const std::string& path,
                              const std::string& number) {
  const Lifespan* const by_path = path.empty() ? nullptr : history.find(path);
  if (by_path && !by_path->deleted) return by_path;
  const Lifespan* const by_number = number.empty() ? nullptr : history.find(number);
  return by_number ? by_number : by_path;
}

// The events that gave a proposal its name, and the name before that, and so on: the last one
// first, since a name that was given away may be another proposal's afterwards.
Result<std::vector<Event>> renamings_of(const Record& record, const std::string& stream) {
  TRY(const auto events, record.events_of(std::string(kMovesStream)));
  std::set<std::string> names{stream};
  std::vector<Event> found;
  for (const Event& event : std::views::reverse(events)) {
    const auto moved = events::decode<events::Moved>(event);
    if (!moved) continue;
    names.erase(moved->from);
    if (!names.contains(moved->to)) continue;
    names.insert(moved->from);
    found.push_back(event);
  }
  return found;
}

bool is_in(const Period& period, Instant time) {
  const Date day = date_of(time);
  return (!period.since || day >= *period.since) && (!period.until || day <= *period.until);
}

bool is_bounded(const Period& period) { return period.since || period.until; }

void put_in_order(Log& log, const Period& period) {
  log.bounded = is_bounded(period);
  std::erase_if(log.entries, [&](const LogEntry& entry) { return !is_in(period, entry.time); });
  std::ranges::stable_sort(log.entries, {}, &LogEntry::time);
}

// So that a page beyond the last is the last.
std::size_t first_skipped(const Slice& slice, std::size_t all) {
  if (slice.skip < all || slice.skip == 0) return slice.skip;
  return all == 0 ? 0 : (all - 1) / slice.most * slice.most;
}

// Those of the slice alone, when they are all there, in order.
void cut(Log& log, const Slice& slice) {
  if (slice.is_all()) return;
  const std::size_t there = log.entries.size();
  log.later = std::min(first_skipped(slice, there + log.earlier), there);
  const std::size_t left = there - log.later;
  const std::size_t before = left > slice.most ? left - slice.most : 0;
  log.entries.resize(left);
  log.entries.erase(log.entries.begin(), log.entries.begin() + static_cast<std::ptrdiff_t>(before));
  log.earlier += before;
}

// A proposal by what the record and git call it.
struct Subject {
  const Workspace* at = nullptr;
  std::string stream;
  std::string path, number;         // in git; "" when it has none
  ProposalRef proposal;             // without a title when its files are gone
  Selection selection;              // keeps the workspace
  std::optional<Error> unselected;  // why no proposal of today is meant
};

Subject subject_of(const Card& card, const Workspace& at) {
  Subject subject;
  subject.at = &at;
  subject.stream = stream_of(card);
  subject.path = card.path;
  subject.number = card.number;
  subject.proposal = ref_of(card, at.repository());
  return subject;
}

// What is left to call it by.
ProposalRef gone_ref(const std::string& called, const Workspace& at) {
  ProposalRef proposal;
  if (plain_number(called).empty()) {
    proposal.path = at.shown_path(called);
  } else {
    proposal.number = called;
  }
  return proposal;
}

Subject gone_subject(const std::string& called, const Workspace& at, Error&& unselected) {
  Subject subject;
  subject.at = &at;
  subject.stream = stream_named(called);
  (plain_number(called).empty() ? subject.path : subject.number) = called;
  subject.proposal = gone_ref(called, at);
  subject.unselected = std::move(unselected);
  return subject;
}

const Card* find_card(const Workspace& workspace, const std::string& called) {
  for (const Card& card : workspace.index().cards) {
    if (card.number == called || card.path == called) return &card;
  }
  return nullptr;
}

// Of a word that selects nothing: a proposal that has another name now, or is gone.
Result<Subject> find_former(const Workspace& workspace, const std::string& word,
                            Error&& unselected) {
  if (!workspace.recognised()) return tl::unexpected(std::move(unselected));
  const std::string called = recorded_name(word, workspace);
  // It is here, and cannot be selected for another reason.
  if (called.empty() || find_card(workspace, called)) {
    return tl::unexpected(std::move(unselected));
  }
  TRY(const auto& record, workspace.record());
  const std::string now = called_in(record->moves().name_of(stream_named(called)));
  if (const Card* const card = find_card(workspace, now)) return subject_of(*card, workspace);
  return gone_subject(now, workspace, std::move(unselected));
}

Result<Subject> find_subject(const Workspace& workspace, const std::string& word) {
  auto selected = workspace.select_one(word);
  if (!selected) return find_former(workspace, word, std::move(selected.error()));
  const Selected& one = selected->proposals.front();
  Subject subject = subject_of(*one.card, *one.at);
  subject.selection = std::move(*selected);
  return subject;
}

// Why git cannot be asked; nothing when it can.
Result<std::optional<std::string>> why_no_history(const Workspace& at) {
  TRY(const auto git, Git::find(at.root()));
  if (!git) return "there is no git repository here: its moves are not known";
  TRY(const auto head, git->head());
  if (!head) return "git has no commits yet: its moves are not known";
  return std::nullopt;
}

Result<void> add_moves(Log& log, const Subject& subject) {
  TRY(const auto why_not, why_no_history(*subject.at));
  if (why_not) {
    log.notes.push_back(*why_not);
    return {};
  }
  TRY(const Past& past, subject.at->past());
  std::ranges::copy(past.notes(), std::back_inserter(log.notes));
  const Lifespan* const lifespan = find_lifespan(past.history, subject.path, subject.number);
  if (!lifespan) return {};
  if (const Snapshot* const latest = lifespan->latest(); latest && log.proposal.title.empty()) {
    log.proposal = {latest->number, subject.at->shown_path(lifespan->path()), latest->title,
                    latest->group};
  }
  std::ranges::move(entries_of(past.history, *lifespan), std::back_inserter(log.entries));
  return {};
}

// The latest `most`.
Result<void> add_events(Log& log, const Subject& subject, std::size_t most) {
  TRY(const auto& record, subject.at->record());
  TRY(auto latest, record->latest_of(subject.stream, most));
  log.earlier = latest.earlier;
  std::vector<Event> events = std::move(latest.events);
  TRY(auto renamings, renamings_of(*record, subject.stream));
  std::ranges::move(renamings, std::back_inserter(events));
  std::ranges::sort(events, {}, &Event::number);
  for (const Event& event : events)
    log.entries.push_back(entry_of_event(event, subject.at->process()));
  return {};
}

// Whether an event names the release: the one it is about, or the one a proposal was put off to.
bool names(const Event& event, const Version& release) {
  return std::ranges::any_of(event.fields, [&](const auto& field) {
    const bool of_release =
        field.first == "release" || (event.kind == events::Deferred::kKind && field.first == "to");
    return of_release && parse_version(field.second) == release;
  });
}

Result<void> for_each_event(const Record& record, std::uint64_t first,
                            const std::function<void(const Event&)>& each) {
  constexpr std::size_t kPage = 1000;
  for (std::uint64_t from = first;;) {
    TRY(const auto events, record.events(from, kPage));
    for (const Event& event : events) each(event);
    if (events.size() < kPage) return {};
    from = events.back().number + 1;
  }
}

std::map<std::string, const Card*> cards_by_stream(const Workspace& workspace) {
  std::map<std::string, const Card*> cards;
  for (const Card& card : workspace.index().cards) cards.emplace(stream_of(card), &card);
  return cards;
}

ProposalRef ref_by_stream(const std::string& stream,
                          const std::map<std::string, const Card*>& cards,
                          const Workspace& workspace) {
  const auto card = cards.find(stream);
  if (card != cards.end()) return ref_of(*card->second, workspace.repository());
  ProposalRef proposal = gone_ref(called_in(stream), workspace);
  proposal.title = kGone;
  return proposal;
}

// Those of whichever proposal or release, from a number on.
Result<void> add_all(Log& log, const Workspace& workspace, const Record& record,
                     std::uint64_t first, const std::function<bool(const Event&)>& is_wanted) {
  const auto cards = cards_by_stream(workspace);
  return for_each_event(record, first, [&](const Event& event) {
    if (!is_wanted(event)) return;
    LogEntry entry = entry_of_event(event, workspace.process());
    if (is_proposal(event.stream)) {
      entry.proposal = ref_by_stream(record.moves().name_of(event.stream), cards, workspace);
    }
    log.entries.push_back(std::move(entry));
  });
}

// Of events later than the slice those alone are looked at that undo something, or are undone.
Result<void> add_slice(Log& log, const Workspace& workspace, const Record& record,
                       const Slice& slice) {
  TRY(const Head head, record.head());
  const std::uint64_t last = head.number - first_skipped(slice, head.number);
  const std::uint64_t first = last > slice.most ? last - slice.most + 1 : 1;
  std::size_t inside = 0;
  TRY(add_all(log, workspace, record, first, [&](const Event& event) {
    if (event.number > head.number) return false;  // recorded meanwhile
    inside += event.number <= last ? 1 : 0;
    return event.number <= last || may_undo(event.kind);
  }));
  mark_undone(log.entries);
  log.entries.resize(inside);
  std::ranges::stable_sort(log.entries, {}, &LogEntry::time);
  log.earlier = first - 1;
  log.later = head.number - last;
  return {};
}

// A name with a typing error would look like a release in which nothing happened.
void note_unknown(Log& log, const Workspace& workspace, const Version& release) {
  const auto& releases = workspace.calendar();
  if (!releases || !releases->known() || releases->find(release)) return;
  log.notes.push_back(
      fmt::format("{} has no release {}", workspace.process().calendar.file, log.release));
}

}  // namespace

std::string_view name(EntrySource source) {
  return source == EntrySource::kRecord ? "record" : "git";
}

Result<Log> log_proposal(const Workspace& workspace, const ProposalLogOptions& options) {
  TRY(const auto subject, find_subject(workspace, options.subject));
  Log log;
  log.proposal = subject.proposal;
  TRY(add_moves(log, subject));
  const Slice& slice = options.slice;
  const bool in_part = !slice.is_all() && !is_bounded(options.period);
  TRY(add_events(log, subject, in_part ? slice.skip + slice.most : Slice{}.most));
  if (subject.unselected && log.entries.empty()) return tl::unexpected(*subject.unselected);
  if (subject.unselected && log.proposal.title.empty()) log.proposal.title = kGone;
  mark_undone(log.entries);
  put_in_order(log, options.period);
  cut(log, slice);
  return log;
}

Result<Log> log_release(const Workspace& workspace, const ReleaseLogOptions& options) {
  if (!workspace.recognised()) return failure(not_recognised(workspace.options().directory));
  TRY(const auto& record, workspace.record());
  Log log;
  log.release = to_string(options.release);
  const std::string own = "release/" + log.release;
  TRY(add_all(log, workspace, *record, 1, [&](const Event& event) {
    return event.stream == own || names(event, options.release);
  }));
  note_unknown(log, workspace, options.release);
  mark_undone(log.entries);
  put_in_order(log, options.period);
  cut(log, options.slice);
  return log;
}

Result<Log> log_record(const Workspace& workspace, const Period& period, const Slice& slice) {
  if (!workspace.recognised()) return failure(not_recognised(workspace.options().directory));
  TRY(const auto& record, workspace.record());
  Log log;
  if (!slice.is_all() && !is_bounded(period)) {
    TRY(add_slice(log, workspace, *record, slice));
    return log;
  }
  // What is later than the last day may have undone something before it.
  const auto is_wanted = [&](const Event& event) {
    return is_in(period, event.time) || may_undo(event.kind);
  };
  TRY(add_all(log, workspace, *record, 1, is_wanted));
  mark_undone(log.entries);
  put_in_order(log, period);
  cut(log, slice);
  return log;
}

}  // namespace milepost::log
