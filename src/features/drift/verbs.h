// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::drift {

extern const Verb kDriftVerb;

}  // namespace milepost::drift
