// The record of a repository as a whole: where it is, and how much is in it.
#pragma once

#include <memory>

#include "base/result.h"
#include "features/record/model.h"
#include "store/store.h"
#include "workspace/workspace.h"

namespace milepost::record {

// The repository around the directory as it is: a change that a process left halfway is not
// settled.
Result<Workspace::Pointer> open_unsettled(WorkspaceOptions options, Instant now);

// The events alone, of which nothing is read yet: they may be damaged.
Result<std::unique_ptr<Store>> open_store(const Workspace& workspace, Access access);

Result<RecordStatus> record_status(const Workspace& workspace);

}  // namespace milepost::record
