#include <vector>

#include "cli/help.h"
#include "features/common/topics.h"
#include "main/verbs.h"

namespace milepost {

namespace {

constexpr Example kExamples[] = {
    {"milepost help", "all verbs"},
    {"milepost help template show", "everything about one of them"},
};

int run_help(const Arguments& arguments, Console& console) {
  const auto& operands = arguments.operands();
  if (operands.empty()) {
    console.out += help_overview(program(), console.columns);
    return kClean;
  }
  const std::vector<std::string_view> words(operands.begin(), operands.end());
  const auto verb = named_verb(words);
  if (verb) {
    console.out += help_for(**verb, console.columns);
    return kClean;
  }
  const std::string group =
      words.size() == 1 ? help_for_group(program(), words.front(), console.columns) : std::string();
  if (group.empty()) return console.report_error(verb.error());
  console.out += group;
  return kClean;
}

}  // namespace

constinit const Verb kHelpVerb{
    "help",
    kUpkeep,
    "show what a verb does and takes",
    "Without a VERB, lists them all.",
    {},
    {"VERB", "such as check, or template show", 0, 2},
    kExamples,
    "0 shown\n2 there is no such verb",
    run_help,
};

}  // namespace milepost
