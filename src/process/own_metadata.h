// A repository's own metadata template rules over fields as its document template rules over
// sections: a field that it lacks is not asked for, one that only it has is known, and a new
// proposal begins with it and has no others. What milepost.yaml says of a field stands.
#pragma once

#include "process/load.h"
#include "process/process.h"

namespace milepost {

// Once the kinds' templates are read.
void go_by_own_metadata(Process& process, const Config& config);

}  // namespace milepost
