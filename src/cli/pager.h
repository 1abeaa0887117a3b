// A pager for what is longer than the screen, as git has it: nothing in a pipe, less with
// LESS=FRX unless somebody chose otherwise, and no complaint when it is closed early.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace milepost {

// What MILEPOST_PAGER, else PAGER says, else less; "" where nothing is to be paged.
std::string pager_command();

// How many rows a text takes on a terminal. Colours and links take no room.
std::size_t rows_of(std::string_view text, std::uint32_t columns);

// Shows the text by the command and waits until it is closed. False when there is no such
// command, and nothing was shown.
bool page(const std::string& command, std::string_view text);

}  // namespace milepost
