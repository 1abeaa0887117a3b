// When proposals came to their stages, for gates and rules that count releases.
#pragma once

#include <memory>

#include "history/history.h"
#include "process/process.h"
#include "proposal/age.h"

namespace milepost {

// Whether a gate of the process asks how many releases a stage was kept for.
bool counts_releases(const Process& process);

std::shared_ptr<const StageEntries> find_stage_entries(const History& history);

}  // namespace milepost
