// Which events of a log later ones undid. They stay in it, and are marked.
#pragma once

#include <vector>

#include "features/log/model.h"

namespace milepost::log {

// The entries are in the order they were recorded in.
void mark_undone(std::vector<LogEntry>& entries);

}  // namespace milepost::log
