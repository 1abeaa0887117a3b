// The use case behind `milepost fsck`: whether everything that milepost keeps is
// what it should be. Nothing is repaired; what is summed up wrongly can be made anew.
#pragma once

#include <string>

#include "base/result.h"
#include "features/record/model.h"
#include "workspace/workspace.h"

namespace milepost::record {

struct FsckOptions {
  std::string checkpoint;  // a file: held against when it is there, else written; "" for none
  bool renew = false;      // write the checkpoint anew when there is no damage
};

// Fails when something cannot be looked at.
Result<FsckReport> fsck(const Workspace& workspace, const FsckOptions& options);

struct RebuildOptions {
  bool dry_run = false;  // only say what would be mended
};

// The use case behind `store rebuild`: makes anew what events sum up to. How many pieces of
// damage that mends. Fails when the events themselves, or texts, are damaged.
Result<std::size_t> rebuild_record(const Workspace& workspace, const RebuildOptions& options);

}  // namespace milepost::record
