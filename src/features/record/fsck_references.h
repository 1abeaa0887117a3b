// What events name, held against the process and its calendar.
#pragma once

#include <vector>

#include "base/result.h"
#include "features/record/model.h"
#include "process/process.h"
#include "process/releases.h"
#include "store/store.h"

namespace milepost::record {

// Packs and calendars change, and a newer milepost knows more: what is not known is a
// note. Only what no milepost would have recorded is damage. Fails when events cannot
// be read.
Result<std::vector<FsckFinding>> check_references(const Store& store, const Process& process,
                                                  const Releases& releases);

// "1, 2, 3 and 4 more"
std::string listed(const std::vector<std::string>& items);

}  // namespace milepost::record
