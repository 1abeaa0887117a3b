#include "features/release/status.h"

#include <set>
#include <string>

#include "features/release/freeze.h"
#include "features/release/slip.h"
#include "features/release/view.h"

namespace milepost::release {

Result<ReleaseView> view_with_slips(const Workspace& workspace, const ReleaseOptions& options,
                                    const ViewOptions& wanted) {
  TRY(const auto context, find_context(workspace, options));
  TRY(const auto& record, workspace.record());
  TRY(auto view, view_release(context, *record, wanted));
  std::set<std::string> moved;
  for (const ReleaseEntry& entry : view.entries) {
    if (!entry.participation) continue;
    const std::string& freeze = entry.participation->freeze;
    const auto deadline = context.release.date(freeze);
    if (deadline && is_removed_early(entry, freeze, *deadline)) moved.insert(freeze);
  }
  for (const std::string& freeze : moved) {
    TRY(auto plan, begin_plan(context, freeze));
    plan.view.now = view.now;
    // While the new date is ahead, nobody has to be judged to have time again.
    if (plan.passed()) {
      TRY(plan, plan_freeze(context, *record, freeze, {.decided = true, .freeze = freeze}));
    } else {
      plan.view.entries = view.entries;
    }
    if (const auto slip = find_slip(plan)) {
      view.notes.push_back(slip_text(*slip, view.calendar.release));
    }
  }
  return view;
}

}  // namespace milepost::release
