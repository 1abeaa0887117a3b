// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::track {

extern const Verb kTrackNewVerb;
extern const Verb kTrackShowVerb;
extern const Verb kTrackTickVerb;
extern const Verb kTrackUntickVerb;
extern const Verb kTrackApproveVerb;
extern const Verb kTrackLabelVerb;
extern const Verb kTrackStatusVerb;
extern const Verb kTrackLinkVerb;
extern const Verb kTrackCommentVerb;
extern const Verb kTrackCheckVerb;
extern const Verb kTrackImportVerb;
extern const Verb kTrackExportVerb;
extern const Verb kTrackSettleVerb;

}  // namespace milepost::track
