// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::check {

extern const Verb kCheckVerb;

}  // namespace milepost::check
