// The help, made from the verbs' tables.
#pragma once

#include <string>
#include <string_view>

#include "cli/verb.h"

namespace milepost {

// What the program does, after its name.
inline constexpr std::string_view kPurpose =
    "checks enhancement proposals against the process they follow";

std::string help_overview();     // all verbs
std::string help_first_steps();  // for `milepost` alone
std::string help_for(const Verb& verb);
// Those verbs whose first word it is ("template"), or "" when there are none.
std::string help_for_group(std::string_view word);

}  // namespace milepost
