// What somebody elsewhere decided, decided again here: a server records for others only what the
// same actions decide by its own files, rosters and record.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/record/events_json.h"
#include "store/event.h"
#include "workspace/workspace.h"

namespace milepost::record {

// The events that this person's actions record here, which are those that were sent. Fails when
// somebody else is named, the person may not, the actions decide otherwise (the text that is
// approved is not the one here: a conflict), or no action can be told from the events.
Result<std::vector<NewEvent>> replay(const Workspace& workspace, const std::string& person,
                                     const SentAppend& sent);

}  // namespace milepost::record
