// The action behind `milepost release status`.
#pragma once

#include "base/result.h"
#include "features/release/context.h"
#include "features/release/model.h"
#include "features/release/view.h"

namespace milepost::release {

// The release as it stands, with notes about the freezes whose dates moved after they were applied.
Result<ReleaseView> view_with_slips(const Workspace& workspace, const ReleaseOptions& options,
                                    const ViewOptions& view = {});

}  // namespace milepost::release
