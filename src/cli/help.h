// The help, made from the verbs' tables.
#pragma once

#include <string>
#include <string_view>

#include "cli/verb.h"

namespace milepost {

std::string help_overview(const Program& program);     // all verbs
std::string help_first_steps(const Program& program);  // for `milepost` alone
std::string help_for(const Verb& verb);
// Those verbs whose first word it is ("template"), or "" when there are none.
std::string help_for_group(const Program& program, std::string_view word);

}  // namespace milepost
