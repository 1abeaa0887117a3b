// The use case behind `milepost history`: what git knows of proposals.
#pragma once

#include <optional>
#include <string>

#include "base/date.h"
#include "base/instant.h"
#include "base/result.h"
#include "features/history/model.h"
#include "workspace/workspace.h"

namespace milepost::history {

// The workspace of a repository that has a history; a bare one has, too. Fails when there is no
// git repository, or it has no commits, before a process is looked for.
Result<Workspace::Pointer> open_with_history(WorkspaceOptions options, Instant now);

struct TimelineOptions {
  std::string subject;  // a number or path
};

// The life of one proposal.
Result<Timeline> make_timeline(const Workspace& workspace, const TimelineOptions& options);

struct MovesOptions {
  std::optional<Date> since;  // from this day on
};

// Every move of the repository, oldest first.
Result<MoveList> list_moves(const Workspace& workspace, const MovesOptions& options);

}  // namespace milepost::history
