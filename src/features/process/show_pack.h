// The action behind `milepost process show`.
#pragma once

#include <string>

#include "base/result.h"
#include "features/process/model.h"

namespace milepost::process {

// The process.yaml of a pack; "": of that which the repository around the directory goes by.
Result<PackText> show_pack(const std::string& directory, const std::string& name);
// The same with what it extends below it, and the repository's milepost.yaml over it where that
// names this pack: as one file.
Result<PackText> show_merged_pack(const std::string& directory, const std::string& name);

}  // namespace milepost::process
