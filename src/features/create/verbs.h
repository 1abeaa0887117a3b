// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::create {

extern const Verb kNewVerb;
extern const Verb kInitVerb;

}  // namespace milepost::create
