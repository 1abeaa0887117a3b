#include "cli/console.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/strings.h"
#include "cli/pager.h"
#include "cli/terminal.h"
#include "cli/verb.h"

namespace milepost {

namespace {

constexpr Variable kVariables[] = {
    {"NO_COLOR", "when it is set and not empty, nothing is coloured unless --color asks for it"},
    {"TERM", "when it is dumb, the same, and there is no pager unless MILEPOST_PAGER names one"},
    {"MILEPOST_PAGER", "the command that shows what is longer than the screen; cat or empty: none"},
    {"PAGER", "the same, when MILEPOST_PAGER is not set; without both, it is less"},
    {"FORCE_HYPERLINK",
     "0: paths are not linked to their files; anything else: they are, on any terminal"},
    {"COLUMNS", "how wide the terminal is, when it does not say so itself"},
    {"LINES", "how high it is, likewise"},
};

std::uint32_t number_in(const char* variable) {
  std::uint32_t number = 0;
  for (const char c : environment(variable)) {
    if (!is_digit(c) || number > 1000) return 0;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

void measure(Console& console) {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size = {};
  const std::uint32_t columns = size.ws_col > 0 ? size.ws_col : number_in("COLUMNS");
  if (columns > 0) console.columns = columns;
  console.rows = size.ws_row > 0 ? size.ws_row : number_in("LINES");
}

}  // namespace

int Console::report_error(const UsageError& usage_error) {
  // A message may have lines of its own, such as the place in a pack.
  std::string_view rest = usage_error.message;
  std::string_view lead = "milepost: ";
  do {
    const auto [line, tail] = cut(rest, '\n');
    err.append(lead).append(printable(line)).push_back('\n');
    rest = tail;
    lead = "  ";
  } while (!rest.empty());
  for (const auto& line : usage_error.help) err.append("  ").append(line).push_back('\n');
  return kCouldNotRun;
}

Console process_console() {
  Console console;
  console.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  console.in_is_terminal = isatty(STDIN_FILENO) == 1;
  console.err_is_terminal = isatty(STDERR_FILENO) == 1;
  console.colour_allowed = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  if (!console.out_is_terminal) return console;
  measure(console);
  console.links = terminal_links();
  console.pager = pager_command();
  return console;
}

void set_look(const Arguments& arguments, Console& console) {
  const std::string_view when = arguments.value("--color");
  if (when == "always") console.colour = UseColour::kAlways;
  if (when == "never") {
    console.colour = UseColour::kNever;
    console.links = {};
  }
  if (arguments.has("--no-pager")) console.pager.clear();
}

std::span<const Variable> console_variables() { return kVariables; }

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

TextOptions text_options(const Arguments& arguments, const Console& console) {
  TextOptions options;
  // --color always also keeps the terminal's layout in a pipe.
  options.terminal = console.out_is_terminal || console.colour == UseColour::kAlways;
  options.colour = console.has_colour();
  options.quiet = arguments.has("--quiet");
  options.columns = console.columns;
  options.links = console.links;
  if (!options.links.prefix.empty()) {
    std::error_code failed;
    options.links.folder =
        std::filesystem::absolute(directory_of(arguments), failed).lexically_normal().string();
    if (failed) options.links = {};
  }
  return options;
}

}  // namespace milepost
