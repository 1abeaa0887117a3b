// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::toc {

extern const Verb kTocVerb;

}  // namespace milepost::toc
