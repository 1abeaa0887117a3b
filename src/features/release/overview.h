// Where a release lead begins: the release at work, and what can be done next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/release/model.h"
#include "process/releases.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct NextAction {
  std::string command, purpose;
};

struct ReleaseOverview {
  std::string file;                 // of the calendar
  std::optional<ReleaseView> view;  // of the release at work; nothing: none is planned
  std::vector<NextAction> next;     // the most useful first
};

// The release at work: the one whose freeze comes next, else the last one that is not out. Nothing
// when all of the calendar's are out.
const Release* release_at_work(const Process& process, const Releases& releases, Instant now);

// Fails when the process has no releases.
Result<ReleaseOverview> look_over(const Workspace& workspace);

}  // namespace milepost::release
