// The action behind `milepost process check`.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/process/model.h"
#include "process/load.h"

namespace milepost::process {

// All that is wrong with a pack, by name or folder; "": with that of the repository around the
// directory. What milepost.yaml lays over it is checked with the pack that it names.
Result<CheckedPack> check_process(const std::string& directory, const std::string& name);

// The errors as people are shown them: paths as seen from the directory, by place.
std::vector<PackFault> faults_of(const PackCheck& check, const std::string& directory);

}  // namespace milepost::process
