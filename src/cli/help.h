// The help, made from the verbs' tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/verb.h"

namespace milepost {

inline constexpr std::uint32_t kHelpColumns = 80;  // and no more, however wide the terminal is

// All verbs.
std::string help_overview(const Program& program, std::uint32_t columns = kHelpColumns);
// For `milepost` alone.
std::string help_first_steps(const Program& program, std::uint32_t columns = kHelpColumns);
std::string help_for(const Verb& verb, std::uint32_t columns = kHelpColumns);
// Those verbs whose first word it is ("template"), or "" when there are none.
std::string help_for_group(const Program& program, std::string_view word,
                           std::uint32_t columns = kHelpColumns);

}  // namespace milepost
