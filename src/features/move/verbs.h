// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::move {

extern const Verb kWhyVerb;
extern const Verb kPromoteVerb;

}  // namespace milepost::move
