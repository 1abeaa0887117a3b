// The action behind `milepost release freeze`: what the release team does at a freeze,
// planned and then recorded.
#pragma once

#include <string>

#include "base/result.h"
#include "features/release/freeze_plan.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct FreezeOptions {
  std::string release;
  std::string freeze;
  std::string actor;   // of --apply, as claimed
  bool apply = false;  // record it; once a freeze has passed, by those who may remove
};

// Applying again records nothing twice.
Result<FreezePlan> freeze_release(const Workspace& workspace, const FreezeOptions& options);

}  // namespace milepost::release
