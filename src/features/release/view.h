// The use case behind `milepost release status`: every proposal that is to be in a
// release, and where it stands at each freeze.
#pragma once

#include "base/result.h"
#include "features/release/model.h"
#include "features/release/opened.h"

namespace milepost::release {

Result<ReleaseView> view_release(const ReleaseRequest& request);
// The same at a desk that is open already.
Result<ReleaseView> view_release(const ReleaseDesk& desk, const ReleaseRequest& request);

}  // namespace milepost::release
