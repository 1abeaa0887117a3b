// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::history {

extern const Verb kHistoryVerb;

}  // namespace milepost::history
