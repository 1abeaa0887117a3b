// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::release {

extern const Verb kReleaseStatusVerb;
extern const Verb kReleaseCalendarVerb;
extern const Verb kReleaseNewVerb;
extern const Verb kReleaseOptInVerb;
extern const Verb kReleaseOptOutVerb;
extern const Verb kReleaseDeferVerb;
extern const Verb kReleaseRemoveVerb;
extern const Verb kReleaseExceptionVerb;
extern const Verb kReleaseFreezeVerb;
extern const Verb kReleaseAdmitsVerb;
extern const Verb kReleaseReportVerb;
extern const Verb kReleaseNotesVerb;
extern const Verb kReleaseRolloverVerb;

}  // namespace milepost::release
