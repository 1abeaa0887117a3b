// Every proposal that is to be in a release, and where it stands at each freeze.
#pragma once

#include "base/result.h"
#include "features/release/context.h"
#include "features/release/model.h"
#include "store/record.h"

namespace milepost::release {

// What is decided is not judged, unless it is asked for.
struct ViewOptions {
  bool decided = false;     // judge what was met, removed or deferred, too, as if it were not
  std::string freeze = {};  // that alone at this freeze; "": at each
  bool settled = false;     // tell what holds, too
};

Result<ReleaseView> view_release(const Workspace& workspace, const ReleaseOptions& options);
// The same of a release that is found already, by a record that is open.
Result<ReleaseView> view_release(const ReleaseContext& context, const Record& record,
                                 const ViewOptions& options = {});

}  // namespace milepost::release
