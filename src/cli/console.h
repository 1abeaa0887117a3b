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

struct Console {
  std::string out;
  std::string err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool in_is_terminal = false;
  bool colour_allowed = true;  // NO_COLOR and TERM=dumb forbid it
  bool links_allowed = false;  // the terminal is known to open links
  std::uint32_t columns = 80;

  // Whether there is somebody to answer: questions go to standard error.
  bool can_ask() const { return in_is_terminal && err_is_terminal; }

  // "milepost: message", then the help lines, indented. Says 2: could not run.
  int report_error(const UsageError& usage_error);
  int report_error(std::string_view message) {
    return report_error(UsageError{std::string(message), {}});
  }
};

// The console of this process, from its environment.
Console process_console();

struct Variable {
  std::string_view name;
  std::string_view effect;
};

// The environment variables that process_console() looks at.
std::span<const Variable> console_variables();

// Writes all of it. False when the reader is gone or the disk is full; `errno`
// says which.
bool write_all(int descriptor, std::string_view text);

// The options --color and --quiet, which every verb that reports findings has.
TextOptions text_options(const Arguments& arguments, const Console& console);

}  // namespace milepost
