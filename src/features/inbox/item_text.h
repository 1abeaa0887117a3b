// What the formats of the inbox share.
#pragma once

#include <string>

#include "gates/gate.h"

namespace milepost::inbox {

// What is to be known of a request, on one line: "Motivation: +2 −0 words".
std::string line_of(const Detail& detail);

}  // namespace milepost::inbox
