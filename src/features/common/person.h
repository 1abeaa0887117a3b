// How people are shown.
#pragma once

#include <string>

namespace milepost {

// "@jane", or the entry as written when no handle was found in it.
std::string person_text(const std::string& person);

}  // namespace milepost
