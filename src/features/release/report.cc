#include "features/release/report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/view.h"
#include "proposal/summary.h"
#include "workspace/examine.h"

namespace milepost::release {

namespace {

constexpr int kReportDays = 7;

// The status that is entered at the top of a ladder: the first that an open one may move
// to, is closed and has not failed.
std::string finished_status(const Process& process) {
  for (const Status& status : process.statuses) {
    if (status.closed) continue;
    for (const Move& move : status.moves) {
      const Status* const to = process.find_status(move.to);
      if (to && to->closed && !to->failed && !to->successor) return to->id;
    }
  }
  return {};
}

// What differs between two views, by number.
std::vector<ReleaseChange> changes_between(const ReleaseView& before, const ReleaseView& after) {
  std::map<std::string_view, const ReleaseEntry*> was;
  for (const ReleaseEntry& entry : before.entries) was.emplace(entry.stream, &entry);
  std::vector<ReleaseChange> changes;
  for (const ReleaseEntry& entry : after.entries) {
    const auto found = was.find(entry.stream);
    const std::string from =
        found == was.end() ? std::string() : std::string(name(found->second->state));
    if (found != was.end()) was.erase(found);
    const std::string to{name(entry.state)};
    if (from != to) changes.push_back({entry.proposal, from, to});
  }
  for (const auto& [stream, entry] : was) {
    changes.push_back({entry->proposal, std::string(name(entry->state)), ""});
  }
  return changes;
}

// The text of a note, and where it is from.
ReleaseNote note_of(const Selected& selected, const TrackerState& tracker,
                    std::vector<ReadError>& read_errors) {
  constexpr std::size_t kParagraphs = 3;
  ReleaseNote note;
  const std::string_view description = trim(tracker.description);
  // One that was cut to fit the subject of a mail says less than its source.
  if (!description.empty() && !description.ends_with("…")) {
    note.text = description;
    note.source = tracker.proposed ? NoteSource::kProposed : NoteSource::kDescription;
    return note;
  }
  const std::string& title = selected.card->title;
  Examined examined = examine(selected, "");
  std::ranges::move(examined.read_errors, std::back_inserter(read_errors));
  const std::string sentence =
      examined.proposal ? benefit_in(summary_of(selected.at->process(), examined.proposal->document,
                                                examined.judgement, kParagraphs))
                        : std::string();
  note.text = sentence.empty() ? title : fmt::format("{}: {}", title, sentence);
  note.source = sentence.empty() ? NoteSource::kTitle : NoteSource::kSummary;
  return note;
}

}  // namespace

std::string_view name(NoteSource source) {
  constexpr std::string_view kNames[] = {"description", "proposed", "summary", "title"};
  return kNames[static_cast<std::size_t>(source)];
}

Result<ReleaseReport> report_release(const Workspace& workspace, const ReleaseOptions& options) {
  TRY(auto view, view_release(workspace, options));
  ReleaseReport report{std::move(view), std::nullopt, {}};
  const auto before =
      workspace.at(Instant{report.view.now.seconds - kReportDays * kDay + 1})
          .and_then([&](const Workspace::Pointer& then) { return view_release(*then, options); });
  if (!before) {
    report.view.notes.push_back("what changed in a week is not known: " + before.error().message);
    return report;
  }
  report.since = date_of(before->now);
  report.changes = changes_between(*before, report.view);
  return report;
}

Result<ReleaseNotes> note_release(const Workspace& workspace, const ReleaseOptions& options) {
  TRY(const auto context, find_context(workspace, options));
  TRY(const auto& record, workspace.record());
  TRY(const auto view, view_release(context, *record));
  const Process& process = workspace.process();
  std::unordered_map<std::string, const Selected*> proposals;
  for (const Selected& selected : context.selection.proposals) {
    proposals.emplace(stream_of(*selected.card), &selected);
  }
  ReleaseNotes notes{view.calendar.release, process.stage_names(), {}, view.read_errors};
  std::ranges::reverse(notes.stages);
  for (const ReleaseEntry& entry : view.entries) {
    if (!entry.admitted) continue;
    const Selected& selected = *proposals.at(entry.stream);
    TRY(const auto state, record->state_of(*selected.card));
    ReleaseNote note = note_of(selected, state.tracker, notes.read_errors);
    note.proposal = entry.proposal;
    if (process.has_stage(entry.to_stage)) note.stage = entry.to_stage;
    notes.notes.push_back(std::move(note));
  }
  return notes;
}

Result<Rollover> roll_over(const Workspace& workspace, const ReleaseOptions& options) {
  TRY(const auto context, find_context(workspace, options));
  TRY(const auto& record, workspace.record());
  TRY(const auto view, view_release(context, *record));
  Rollover rollover;
  rollover.release = view.calendar.release;
  rollover.now = view.now;
  if (!view.calendar.dates.empty()) rollover.out = view.calendar.dates.back().at;
  const Process& process = workspace.process();
  rollover.finished_status = finished_status(process);
  for (const Release& release : context.releases.all()) {
    if (context.release.version < release.version) {
      rollover.next = to_string(release.version);
      break;
    }
  }
  for (const ReleaseEntry& entry : view.entries) {
    if (entry.participation && entry.participation->state == ParticipationState::kIn)
      ++rollover.opt_ins;
    if (entry.closed) continue;
    if (!entry.admitted) {
      if (!entry.aims) continue;
      const bool named = entry.participation &&
                         entry.participation->state == ParticipationState::kDeferred &&
                         !entry.participation->to.empty();
      rollover.left_behind.push_back(
          {entry, std::string(entry.to_stage.empty() ? process.first_stage() : entry.to_stage),
           named ? entry.participation->to : rollover.next});
    } else if (entry.top) {
      rollover.finished.push_back(entry);
    }
  }
  return rollover;
}

}  // namespace milepost::release
