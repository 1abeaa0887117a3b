// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::diff {

extern const Verb kDiffVerb;

}  // namespace milepost::diff
