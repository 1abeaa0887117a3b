// What must hold across a whole Process: every name it uses is defined, gates
// do not go in circles, and templates speak of known stages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/process.h"

namespace milepost {

Result<void> validate(const Process& process);

// "no stage is called `betta`; did you mean `beta`?"
std::string unknown(std::string_view what, std::string_view name,
                    const std::vector<std::string>& known);

}  // namespace milepost
