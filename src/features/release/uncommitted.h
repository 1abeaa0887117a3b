// Proposals whose files on disk are not those of the last commit: nobody else sees them so.
#pragma once

#include "features/release/model.h"
#include "workspace/workspace.h"

namespace milepost::release {

// Of a workspace that looks at the files on disk. Without git nothing is marked.
void mark_uncommitted(const Workspace& workspace, ReleaseView& view);

}  // namespace milepost::release
