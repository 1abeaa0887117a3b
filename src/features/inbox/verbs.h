// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::inbox {

extern const Verb kInboxVerb;

}  // namespace milepost::inbox
