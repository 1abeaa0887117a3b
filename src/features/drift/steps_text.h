// What the formats of drift share.
#pragma once

#include <span>
#include <string>

#include "gates/remedy.h"

namespace milepost::drift {

// What settles a disagreement: "milepost track label 7 a && milepost track label 7 b
// --remove", as a shell takes it, or an edit.
std::string steps_text(std::span<const Remedy> steps);

}  // namespace milepost::drift
