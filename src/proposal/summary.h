// What a proposal says of itself in short.
#pragma once

#include <string>

#include "proposal/judgement.h"

namespace milepost {

// The first paragraph of the section that sums the proposal up, on one line without
// markup; "" when it says nothing.
std::string summary_of(const Process& process, const Document& document,
                       const Judgement& judgement);

}  // namespace milepost
