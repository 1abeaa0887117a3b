#include "features/release/overview.h"

#include <algorithm>

#include <fmt/format.h>

#include "features/release/freeze_plan.h"
#include "features/release/next_freezes.h"
#include "features/release/view.h"

namespace milepost::release {

namespace {

// The first freeze that has passed and is not applied to all; nullptr when none is.
const FreezeEntry* unapplied(const ReleaseView& view) {
  const FreezeEntry* first = nullptr;
  for (const ReleaseEntry& entry : view.entries) {
    for (const FreezeEntry& freeze : entry.freezes) {
      const FreezeAction action = action_for(entry, freeze);
      const bool due = freeze.passed && (action == FreezeAction::kKeep ||
                                         (action == FreezeAction::kRemove && !freeze.exempt));
      if (due && (!first || *freeze.deadline < *first->deadline)) first = &freeze;
    }
  }
  return first;
}

std::vector<NextAction> begin_with(std::string_view release, const Date& start) {
  return {{fmt::format("milepost release new {} --start {}", release, to_string(start)),
           "add a release, with the dates as the process counts them"},
          {"milepost release calendar", "look at what there is"}};
}

std::vector<NextAction> next_in(const ReleaseView& view) {
  const std::string& release = view.calendar.release;
  std::vector<NextAction> next;
  if (const FreezeEntry* const freeze = unapplied(view)) {
    next.push_back({fmt::format("milepost release freeze {} {}", release, freeze->id),
                    fmt::format("the {} has passed: what is to be done", freeze->title)});
  }
  if (view.entries.empty()) {
    next.push_back({fmt::format("milepost release opt-in {} NUMBER", release),
                    "say that a proposal is to be in it"});
  } else {
    next.push_back({"milepost release status " + release, "where each proposal stands, and why"});
  }
  next.push_back({"milepost inbox", "what awaits you"});
  next.push_back({"milepost help release", "all that can be done"});
  return next;
}

}  // namespace

const Release* release_at_work(const Process& process, const Releases& releases, Instant now) {
  if (const Release* const next = release_of_next_freeze(process, releases, now)) return next;
  const Release* last = nullptr;
  for (const Release& release : releases.all()) {
    const bool ahead =
        std::ranges::any_of(release.dates, [&](const auto& date) { return now < date.second; });
    if (ahead) last = &release;
  }
  return last;
}

Result<ReleaseOverview> look_over(const Workspace& workspace) {
  if (!workspace.recognised()) return failure(not_recognised("here"));
  TRY(const Releases* const releases, releases_of(workspace));
  ReleaseOverview overview;
  overview.file = workspace.process().calendar.file;
  const Release* const release = release_at_work(workspace.process(), *releases, workspace.now());
  if (!release) {
    const auto& all = releases->all();
    Version next = all.empty() ? Version{1, 0, 0} : all.back().version;
    if (!all.empty()) ++next.minor;
    overview.next = begin_with(to_string(next), workspace.today());
    return overview;
  }
  TRY(overview.view, view_release(workspace, {to_string(release->version)}));
  overview.next = next_in(*overview.view);
  return overview;
}

}  // namespace milepost::release
