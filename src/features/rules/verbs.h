// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::rules {

extern const Verb kExplainVerb;
extern const Verb kRulesVerb;

}  // namespace milepost::rules
