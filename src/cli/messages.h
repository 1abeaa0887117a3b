// How messages reach people: what a verb has said on standard error, fitted to the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace milepost {

// The lines broken at spaces to at most so many columns; what goes on is indented. What is in
// quotes, a command on a line of its own, and a line that carets point into stay whole.
std::string wrap_messages(std::string_view text, std::uint32_t columns);

// Writes them to standard error: as they are in a pipe. False as write_all() says.
bool write_messages(const Console& console);

}  // namespace milepost
