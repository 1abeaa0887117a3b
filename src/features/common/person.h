// How people are shown.
#pragma once

#include <string>

namespace milepost {

// Whether it is a handle, without its @: an entry in which there is none is nobody whom one could
// look up.
bool is_handle(const std::string& person);

// "@jane", or the entry as written when no handle was found in it.
std::string person_text(const std::string& person);

}  // namespace milepost
