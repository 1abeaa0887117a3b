// What a release team does about a freeze, decided again for all proposals at once: that it is
// applied or undone, and that its messages are posted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/event.h"
#include "workspace/workspace.h"

namespace milepost::record {

// As replay(); nothing when the first event is of no such action. What was sent must be among what
// is decided here: the others may have been left out.
std::optional<Result<std::vector<NewEvent>>> replay_freeze(const Workspace& workspace,
                                                           const std::string& person,
                                                           std::span<const NewEvent> sent);

}  // namespace milepost::record
