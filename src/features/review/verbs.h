// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::review {

extern const Verb kApproveVerb;
extern const Verb kWithdrawVerb;
extern const Verb kConcernVerb;
extern const Verb kResolveVerb;
extern const Verb kHoldVerb;
extern const Verb kUnholdVerb;

}  // namespace milepost::review
