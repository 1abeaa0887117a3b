#include "features/release/report.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/view.h"
#include "proposal/summary.h"
#include "text/sentence.h"
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

}  // namespace

Result<ReleaseReport> report_release(const ReleaseRequest& request) {
  auto view = view_release(request);
  if (!view) return tl::unexpected(std::move(view.error()));
  ReleaseReport report{std::move(*view), std::nullopt, {}};
  ReleaseRequest earlier = request;
  earlier.before = Instant{report.view.now.seconds - kReportDays * kDay + 1};
  const auto before = view_release(earlier);
  if (!before) {
    report.view.notes.push_back("what changed in a week is not known: " + before.error().message);
    return report;
  }
  report.since = date_of(before->now);
  report.changes = changes_between(*before, report.view);
  return report;
}

Result<ReleaseNotes> note_release(const ReleaseRequest& request, std::vector<Trouble>& troubles) {
  const auto desk = open_desk(request, Access::kRead);
  if (!desk) return tl::unexpected(desk.error());
  const auto view = view_release(*desk, request);
  if (!view) return tl::unexpected(view.error());
  troubles = view->troubles;
  std::unordered_map<std::string, const Selected*> tasks;
  for (const Selected& task : desk->plan.proposals) tasks.emplace(stream_of(*task.card), &task);
  ReleaseNotes notes{view->calendar.release, desk->process().stage_names(), {}};
  std::ranges::reverse(notes.stages);
  for (const ReleaseEntry& entry : view->entries) {
    if (!entry.admitted) continue;
    const Selected& task = *tasks.at(entry.stream);
    const auto state = desk->book.state_of(*task.card);
    if (!state) return tl::unexpected(state.error());
    std::string text(trim(state->tracker.description));
    // A description that was cut to fit the subject of a mail says less than its source.
    if (text.empty() || text.ends_with("…")) {
      const Examined examined = examine(task, "");
      const std::string summary =
          examined.proposal
              ? summary_of(desk->process(), examined.proposal->document, examined.judgement)
              : std::string();
      if (!summary.empty()) text = first_sentence(summary);
    }
    if (text.empty()) text = entry.title;
    notes.notes.push_back({entry.number, entry.title, entry.path, entry.group,
                           desk->process().has_stage(entry.stage) ? entry.stage : std::string(),
                           std::move(text)});
  }
  return notes;
}

Result<Rollover> roll_over(const ReleaseRequest& request) {
  const auto desk = open_desk(request, Access::kRead);
  if (!desk) return tl::unexpected(desk.error());
  const auto view = view_release(*desk, request);
  if (!view) return tl::unexpected(view.error());
  Rollover rollover;
  rollover.release = view->calendar.release;
  rollover.now = view->now;
  if (!view->calendar.dates.empty()) rollover.out = view->calendar.dates.back().at;
  const Process& process = desk->process();
  rollover.finished_status = finished_status(process);
  for (const Release& release : desk->releases.all()) {
    if (desk->release.version < release.version) {
      rollover.next = to_string(release.version);
      break;
    }
  }
  for (const ReleaseEntry& entry : view->entries) {
    if (entry.part && entry.part->part == Part::kIn) ++rollover.opt_ins;
    if (entry.closed) continue;
    if (!entry.admitted) {
      if (!entry.aims) continue;
      const bool named =
          entry.part && entry.part->part == Part::kDeferred && !entry.part->to.empty();
      rollover.left_behind.push_back(
          {entry, std::string(process.has_stage(entry.stage) ? entry.stage : process.first_stage()),
           named ? entry.part->to : rollover.next});
    } else if (entry.top) {
      rollover.finished.push_back(entry);
    }
  }
  return rollover;
}

}  // namespace milepost::release
