// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::show {

extern const Verb kShowVerb;

}  // namespace milepost::show
