// The dates of releases, as the calendar of a workspace has them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/release/context.h"
#include "features/release/model.h"
#include "process/releases.h"
#include "workspace/workspace.h"

namespace milepost::release {

// The dates of one release, or of all when none is named.
struct CalendarList {
  std::string process;
  std::vector<ReleaseCalendar> releases;
};
Result<CalendarList> list_releases(const Workspace& workspace, const ReleaseOptions& options);

// The release's dates, in the order of the process.
ReleaseCalendar calendar_of(const Process& process, const Release& release);

// The freeze that a word means: its id, or how that begins, in any case. Fails when none does, or
// several do.
Result<const CalendarDate*> find_freeze(const Calendar& calendar, std::string_view word);

}  // namespace milepost::release
