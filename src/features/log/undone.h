// Which events of a log later ones undid. They stay in it, and are marked.
#pragma once

#include <string_view>
#include <vector>

#include "features/log/model.h"

namespace milepost::log {

// Whether events of a kind undo others, or are undone.
bool may_undo(std::string_view kind);

// The entries are in the order they were recorded in. Those that may not undo anything need not be
// among them.
void mark_undone(std::vector<LogEntry>& entries);

}  // namespace milepost::log
