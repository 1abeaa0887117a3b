// The use case behind `milepost release freeze`: what the release team does at a freeze,
// planned and then put down.
#pragma once

#include <string>

#include "base/result.h"
#include "features/release/freeze_plan.h"
#include "features/release/opened.h"

namespace milepost::release {

struct FreezeRequest {
  ReleaseRequest where;
  std::string freeze;
  std::string actor;   // of --apply, as claimed
  bool apply = false;  // put it down; once a freeze has passed, by those who may remove
};

// Applying again puts down nothing twice.
Result<FreezePlan> freeze_release(const FreezeRequest& request);

}  // namespace milepost::release
