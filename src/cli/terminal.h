// What the environment tells of the terminal.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "render/file_links.h"

namespace milepost {

// The value of a variable; "" when it is not set.
std::string_view environment(const char* name);

// How the terminal opens files, if it is known to open any. It is asked of by `variable`, which
// tests replace.
using ReadVariable = std::function<std::string_view(const char*)>;
FileLinks terminal_links(const ReadVariable& variable = environment);

}  // namespace milepost
