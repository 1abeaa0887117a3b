#include "cli/terminal.h"

#include <map>

#include <gtest/gtest.h>

namespace milepost {
namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

FileLinks links_by(const Variables& variables) {
  return terminal_links([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string_view() : std::string_view(found->second);
  });
}

TEST(TerminalLinks, OfTerminalsThatAreKnownToOpenThem) {
  struct Case {
    const char* name;
    Variables variables;
    bool links;
    const char* line = "";
  };
  const Case cases[] = {
      {"nothing is known", {}, false},
      {"xterm", {{"TERM", "xterm-256color"}}, false},
      {"kitty", {{"TERM", "xterm-kitty"}}, true, "#"},
      {"GNOME", {{"TERM", "xterm-256color"}, {"VTE_VERSION", "7600"}}, true},
      {"an old GNOME", {{"VTE_VERSION", "4205"}}, false},
      {"no version", {{"VTE_VERSION", "new"}}, false},
      {"Konsole", {{"KONSOLE_VERSION", "230804"}}, true},
      {"an editor", {{"TERM_PROGRAM", "vscode"}}, true, ":"},
      {"within tmux", {{"TERM", "tmux-256color"}, {"VTE_VERSION", "7600"}}, false},
      {"within screen", {{"TERM", "xterm-kitty"}, {"STY", "1.pts"}}, false},
      {"dumb", {{"TERM", "dumb"}, {"VTE_VERSION", "7600"}}, false},
      {"asked for", {{"TERM", "xterm"}, {"FORCE_HYPERLINK", "1"}}, true},
      {"not wanted", {{"TERM", "xterm-kitty"}, {"FORCE_HYPERLINK", "0"}}, false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const FileLinks links = links_by(c.variables);
    EXPECT_EQ(!links.prefix.empty(), c.links);
    EXPECT_EQ(links.line, c.line);
  }
}

}  // namespace
}  // namespace milepost
