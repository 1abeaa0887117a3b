// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::list {

extern const Verb kListVerb;

}  // namespace milepost::list
