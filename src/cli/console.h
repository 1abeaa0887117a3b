// What a verb writes to, and what it may know about where that goes.
//
// Output is collected and written once at the end, so a verb cannot half print;
// tests read it from here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "render/text_options.h"

namespace milepost {

enum class UseColour : std::uint8_t { kAuto, kAlways, kNever };

struct Console {
  std::string out;
  std::string err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool in_is_terminal = false;
  bool colour_allowed = true;           // NO_COLOR and TERM=dumb forbid it
  UseColour colour = UseColour::kAuto;  // what --color says
  FileLinks links;                      // of a terminal that is known to open them
  std::string pager;  // the command that shows what is longer than the screen; "": none
  std::uint32_t columns = 80;
  std::uint32_t rows = 0;  // 0 when the terminal does not say

  // Whether there is somebody to answer: questions go to standard error.
  bool can_ask() const { return in_is_terminal && err_is_terminal; }
  // Whether what is written to standard output is coloured.
  bool has_colour() const {
    return colour == UseColour::kAlways ||
           (colour == UseColour::kAuto && out_is_terminal && colour_allowed);
  }

  // "milepost: message", then the help lines, indented. Says 2: could not run.
  int report_error(const UsageError& usage_error);
  int report_error(std::string_view message) {
    return report_error(UsageError{std::string(message), {}});
  }
};

// The console of this process, from its environment.
Console process_console();

// Does as --color and --no-pager say.
void set_look(const Arguments& arguments, Console& console);

struct Variable {
  std::string_view name;
  std::string_view effect;
};

// The environment variables that process_console() looks at.
std::span<const Variable> console_variables();

// Writes all of it. False when the reader is gone or the disk is full; `errno`
// says which.
bool write_all(int descriptor, std::string_view text);

// How a text is to look, by the console and --quiet. Paths are from the folder of -C.
TextOptions text_options(const Arguments& arguments, const Console& console);

}  // namespace milepost
