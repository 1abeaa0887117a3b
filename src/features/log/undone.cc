#include "features/log/undone.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <span>
#include <string_view>

#include "store/events.h"

namespace milepost::log {

namespace {

std::string_view field_of(const LogEntry& entry, std::string_view key) {
  const auto found =
      std::ranges::find(entry.fields, key, &std::pair<std::string, std::string>::first);
  return found == entry.fields.end() ? std::string_view() : std::string_view(found->second);
}

// A kind of event that undoes the last one of another kind with the same fields.
struct UndoingKind {
  std::string_view kind, undoes;
  std::span<const std::string_view> fields;
};

constexpr std::string_view kOfRelease[] = {"release"};
constexpr std::string_view kOfFreeze[] = {"release", "freeze"};
constexpr std::string_view kOfItem[] = {"list", "release", "item"};

constexpr UndoingKind kUndoingKinds[] = {
    {events::Restored::kKind, events::Removed::kKind, kOfRelease},
    {events::Restored::kKind, events::Deferred::kKind, kOfRelease},
    {events::Unmet::kKind, events::Met::kKind, kOfFreeze},
    {events::Disagreed::kKind, events::Agreed::kKind, kOfItem},
    {events::Retracted::kKind, events::Announced::kKind, {}},
};

bool undoes_something(const LogEntry& entry) {
  if (entry.source != EntrySource::kRecord) return false;
  return entry.kind == events::TrackerStatus::kKind ||
         std::ranges::find(kUndoingKinds, entry.kind, &UndoingKind::kind) !=
             std::end(kUndoingKinds);
}

bool is_undone_by(const LogEntry& earlier, const LogEntry& later) {
  if (earlier.source != EntrySource::kRecord || earlier.proposal != later.proposal) return false;
  if (later.kind == events::TrackerStatus::kKind) {
    return earlier.kind == later.kind && !field_of(later, "corrects").empty() &&
           field_of(earlier, "to") == field_of(later, "corrects");
  }
  return std::ranges::any_of(kUndoingKinds, [&](const UndoingKind& one) {
    return later.kind == one.kind && earlier.kind == one.undoes &&
           std::ranges::all_of(one.fields, [&](std::string_view key) {
             return field_of(earlier, key) == field_of(later, key);
           });
  });
}

}  // namespace

bool may_undo(std::string_view kind) {
  return kind == events::TrackerStatus::kKind ||
         std::ranges::any_of(kUndoingKinds, [&](const UndoingKind& one) {
           return kind == one.kind || kind == one.undoes;
         });
}

void mark_undone(std::vector<LogEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const LogEntry& later = entries[i];
    if (!undoes_something(later)) continue;
    for (LogEntry& earlier : std::views::reverse(std::span(entries).first(i))) {
      if (!is_undone_by(earlier, later)) continue;
      if (!earlier.undone) earlier.undone = Undoing{later.by, later.time, later.reference};
      break;
    }
  }
}

}  // namespace milepost::log
