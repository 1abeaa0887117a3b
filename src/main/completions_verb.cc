#include "cli/completions.h"
#include "features/common/topics.h"
#include "main/command_line.h"
#include "main/verbs.h"

namespace milepost {

namespace {

constexpr std::string_view kShells[] = {"bash", "fish", "zsh"};

constexpr Example kExamples[] = {
    {"milepost completions bash > ~/.milepost.bash", "for bash: source it in ~/.bashrc"},
    {"milepost completions fish > ~/.config/fish/completions/milepost.fish",
     "for fish, from the next shell on"},
    {"milepost completions zsh > ~/.zfunc/_milepost", "for zsh: in a folder of its fpath"},
};

int run_completions(const Arguments& arguments, Console& console) {
  const auto line = whole_command_line();
  if (!line) return console.report_error(line.error().message);
  const std::string& shell = arguments.operands().front();
  if (shell == "bash") {
    console.out += bash_completions(*line);
  } else if (shell == "fish") {
    console.out += fish_completions(*line);
  } else {
    console.out += zsh_completions(*line);
  }
  return kClean;
}

}  // namespace

constinit const Verb kCompletionsVerb{
    "completions",
    kUpkeep,
    "print a script that completes command lines in a shell",
    "With it, the tab key completes verbs, options and what may follow them: files and folders, "
    "formats, rules, processes, and what the repository you are in knows: numbers and words of "
    "titles, stages, releases, roles, people, groups, fields of queries and their values. Verbs, "
    "options, rules and processes are those of this program, so print it anew when milepost "
    "changes.",
    {},
    {"SHELL", "whose script", 1, 1, kShells},
    kExamples,
    "0 printed\n2 there is no script for that shell",
    run_completions,
};

}  // namespace milepost
