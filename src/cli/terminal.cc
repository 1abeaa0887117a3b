#include "cli/terminal.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <unistd.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kPrograms[] = {"iTerm.app", "WezTerm", "vscode", "ghostty",
                                          "Hyper",     "rio",     "Tabby"};
constexpr std::string_view kTerminals[] = {"xterm-kitty", "xterm-ghostty", "foot",   "foot-extra",
                                           "alacritty",   "contour",       "wezterm"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_at_least(std::string_view version, std::size_t least) {
  std::size_t number = 0;
  for (const char c : version.substr(0, 9)) {
    if (!is_digit(c)) return false;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  return number >= least;
}

bool opens_links(const ReadVariable& variable) {
  const std::string_view forced = variable("FORCE_HYPERLINK");
  if (!forced.empty()) return forced != "0";
  const std::string_view terminal = variable("TERM");
  // What stands between the terminal and us may not pass links on.
  const bool between = terminal.starts_with("screen") || terminal.starts_with("tmux") ||
                       !variable("TMUX").empty() || !variable("STY").empty();
  if (between || terminal == "dumb") return false;
  return is_one_of(terminal, kTerminals) || is_one_of(variable("TERM_PROGRAM"), kPrograms) ||
         is_at_least(variable("VTE_VERSION"), 5000) ||
         is_at_least(variable("KONSOLE_VERSION"), 201200) || !variable("WT_SESSION").empty() ||
         !variable("DOMTERM").empty();
}

}  // namespace

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

FileLinks terminal_links(const ReadVariable& variable) {
  FileLinks links;
  if (!opens_links(variable)) return links;
  if (variable("TERM_PROGRAM") == "vscode") {
    links.prefix = "vscode://file";
    links.line = ":";
    return links;
  }
  // With its host, lest a terminal that shows another machine opens a file of its own.
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  links.prefix = "file://" + std::string(host.data());
  if (variable("TERM") == "xterm-kitty") links.line = "#";
  return links;
}

}  // namespace milepost
