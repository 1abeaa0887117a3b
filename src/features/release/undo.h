// The action behind `milepost release freeze --undo`: takes back what applying a freeze recorded,
// while nobody acted on it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/release/freeze.h"
#include "features/release/freeze_plan.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct FreezeUndo {
  std::string release, id, title;  // of the freeze
  bool dry_run = false;
  std::vector<FreezeRow> rows;     // what is undone; what is refused, when nothing is
  std::vector<std::string> notes;  // what is left to do by hand

  bool refused() const;
};

// By the options of the freeze: `except` names proposals whose part stays as it is, `reason` is
// needed. Where something was done about a proposal since, nothing is undone of any.
Result<FreezeUndo> undo_freeze(const Workspace& workspace, const FreezeOptions& options);
// The events that undoing it would record, of those about whom nothing was done since.
Result<std::vector<NewEvent>> undo_events(const Workspace& workspace, FreezeOptions options);

}  // namespace milepost::release
