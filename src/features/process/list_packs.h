// The action behind `milepost process list`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/process/model.h"

namespace milepost::process {

// Those built in, and that of the repository around the directory, if it is another.
Result<std::vector<PackEntry>> list_packs(const std::string& directory);

}  // namespace milepost::process
