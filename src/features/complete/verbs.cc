// The verb that completion scripts ask. People do not type it: help does not list it, and it says
// nothing about what is wrong.
#include "features/common/verbs.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file_tree.h"
#include "base/printable.h"
#include "cli/verb.h"
#include "features/complete/complete.h"

namespace milepost::complete {

namespace {

// Opening a repository by its folder settles a change that was cut off; among the files of a tree
// nothing is written.
Result<Workspace::Pointer> open_untouched(const Arguments& arguments) {
  WorkspaceOptions options;
  options.directory = directory_of(arguments);
  std::error_code failed;
  const std::string folder = std::filesystem::canonical(options.directory, failed).string();
  if (failed) return failure(failed.message());
  return Workspace::open(std::move(options), now_utc(), disk_tree("/"), "", folder.substr(1));
}

int run_complete(const Arguments& arguments, Console& console) {
  const auto& operands = arguments.operands();
  const auto kind = find_word_kind(operands.front());
  if (!kind) return kCouldNotRun;
  const auto workspace = open_untouched(arguments);
  if (!workspace) return kClean;
  const std::string typed = operands.size() > 1 ? operands[1] : std::string();
  for (const KnownWord& known : complete_word(**workspace, *kind, typed)) {
    console.out += fmt::format("{}\t{}\n", known.word, printable(known.about));
  }
  return kClean;
}

}  // namespace

extern constinit const Verb kCompleteVerb{
    "complete",
    kUpkeep,
    "print what may stand at the cursor of a command line",
    "Scripts of milepost completions ask it.",
    {},
    {"LIST TYPED", "which words, and how they begin", 1, 2, {}, true},
    {},
    "0 printed, also when there is nothing",
    run_complete,
};

}  // namespace milepost::complete
