// What the record calls a proposal that may not be here any more.
#pragma once

#include <string>

#include "workspace/workspace.h"

namespace milepost {

// A number without zeros in front, or the path from the root: what is gone has no card to ask.
std::string recorded_name(const std::string& word, const Workspace& workspace);

}  // namespace milepost
