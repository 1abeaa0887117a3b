// How proposals age, for the rules that ask.
#pragma once

#include <memory>

#include "base/result.h"
#include "proposal/age.h"
#include "workspace/plan.h"

namespace milepost {

// Gives the facts of each repository the ages of its proposals, where a wanted rule
// asks for them. What cannot be known, as outside of git, is in the plan's notes.
void add_ages(Plan& plan, const CheckRequest& request);

}  // namespace milepost
