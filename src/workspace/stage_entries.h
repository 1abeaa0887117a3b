// When proposals came to their stages, for gates and rules that count releases.
#pragma once

#include "history/history.h"
#include "proposal/facts.h"
#include "proposal/repository.h"

namespace milepost {

// Reads it out of git when the process asks how long a stage was kept. Without git
// the facts stay as they are.
void add_stage_entries(const Repository& repository, const std::string& process, Facts& facts);
// The same from a history that is read already.
void add_stage_entries(const History& history, Facts& facts);

}  // namespace milepost
