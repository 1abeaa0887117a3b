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

// What people come to do. Help puts the verbs under these headings.
inline constexpr std::string_view kWriting = "write and check";
inline constexpr std::string_view kFinding = "find and read";
inline constexpr std::string_view kReviewing = "review and move";
inline constexpr std::string_view kTracking = "follow the work in a tracking issue";
inline constexpr std::string_view kReleasing = "run a release";
inline constexpr std::string_view kComparing = "look back and compare";
inline constexpr std::string_view kPreparing = "set up a process";
inline constexpr std::string_view kUpkeep = "look after milepost";

struct Verb {
  std::string_view name;     // "check", or two words: "template show"
  std::string_view topic;    // one of the above
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
