// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::insights {

extern const Verb kReportVerb;

}  // namespace milepost::insights
