// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::record {

extern const Verb kFsckVerb;
extern const Verb kStoreStatusVerb;
extern const Verb kStoreExportVerb;
extern const Verb kStoreImportVerb;
extern const Verb kStoreMoveVerb;
extern const Verb kStoreRebuildVerb;

}  // namespace milepost::record
