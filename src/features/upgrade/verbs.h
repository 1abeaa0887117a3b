// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::upgrade {

extern const Verb kUpgradeVerb;

}  // namespace milepost::upgrade
