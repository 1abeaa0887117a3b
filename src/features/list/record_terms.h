// Proposals that a query finds, with what only the record, the calendar, git and the gates tell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/result.h"
#include "proposal/query.h"
#include "workspace/workspace.h"

namespace milepost::list {

// The cards of `files` that match, which are the workspace's own or, with a day, those of that day.
// What the answer rests on, where that may surprise, is added to the notes. Gates are judged for
// those only of which all the rest holds.
Result<std::vector<const Card*>> find_matching(const Workspace& workspace, const Workspace& files,
                                               const Query& query, const std::optional<Date>& as_of,
                                               std::vector<std::string>& notes);

}  // namespace milepost::list
