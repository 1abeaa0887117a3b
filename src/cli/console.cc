#include "cli/console.h"

#include <cerrno>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/strings.h"

namespace milepost {

namespace {

constexpr int kCouldNotRun = 2;

constexpr Variable kVariables[] = {
    {"NO_COLOR", "when it is set and not empty, nothing is coloured unless --color asks for it"},
    {"TERM", "when it is dumb, the same"},
    {"COLUMNS", "how wide the terminal is, when it does not say so itself"},
};

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

std::uint32_t terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  std::uint32_t columns = 0;
  for (const char c : environment("COLUMNS")) {
    if (!is_digit(c) || columns > 1000) return 80;
    columns = columns * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return columns == 0 ? 80 : columns;
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
  if (console.out_is_terminal) console.columns = terminal_columns();
  return console;
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
  const std::string_view when = arguments.value("--color");
  TextOptions options;
  options.terminal = console.out_is_terminal || when == "always";
  options.colour =
      when == "always" || (when != "never" && console.out_is_terminal && console.colour_allowed);
  options.quiet = arguments.has("--quiet");
  options.columns = console.columns;
  return options;
}

}  // namespace milepost
