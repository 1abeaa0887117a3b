// Where a proposal stands that comes back into a release.
#pragma once

#include <string>

#include "features/release/model.h"

namespace milepost::release {

// "at risk: the PRR freeze passed without …", of an entry that is judged whatever was decided
// (ViewOptions::decided).
std::string outlook_text(const ReleaseEntry& entry, bool anywhere_on_earth);

// What is missing at a freeze, in a sentence.
std::string missing_sentence(const FreezeEntry& freeze);

}  // namespace milepost::release
