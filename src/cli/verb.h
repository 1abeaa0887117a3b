// A verb of the command line: one constant that says what it takes, does and is for.
#pragma once

#include <span>
#include <string_view>

#include "cli/console.h"
#include "cli/options.h"

namespace milepost {

// What the shell is told.
enum ExitStatus : int { kClean = 0, kFound = 1, kCouldNotRun = 2 };

struct Example {
  std::string_view command;
  std::string_view purpose;
};

struct Verb {
  std::string_view name;     // "check", or two words: "template show"
  std::string_view topic;    // what people come to do: help puts verbs under these headings
  std::string_view summary;  // begins in lower case, no full stop
  std::string_view about;    // paragraphs for the help, one line each
  std::span<const Option> options;
  Operands operands;
  std::span<const Example> examples;
  std::string_view exit_status;  // lines for the help
  int (*run)(const Arguments&, Console&) = nullptr;
};

// A program: its verbs, in the order in which help lists them, and what help says of the whole.
struct Program {
  std::span<const Verb* const> verbs;
  std::span<const Option> options;  // that stand before a verb, besides the common ones
  std::string_view purpose;         // what it does, after its name
  std::span<const Example> first_steps;
  std::span<const Example> further;  // where help leads from the list of verbs
};

// The folder given with -C, else ".".
std::string directory_of(const Arguments& arguments);

}  // namespace milepost
