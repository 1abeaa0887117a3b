// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::graph {

extern const Verb kGraphVerb;

}  // namespace milepost::graph
