#include <vector>

#include <fmt/format.h>

#include "cli/help.h"
#include "cli/verb.h"
#include "report/printable.h"

namespace milepost {

namespace {

int run_help(const Arguments& arguments, Console& console) {
  const auto& operands = arguments.operands();
  if (operands.empty()) {
    console.out += help_overview();
    return kClean;
  }
  const std::vector<std::string_view> words(operands.begin(), operands.end());
  std::size_t used = 0;
  if (const Verb* verb = find_verb(words, used)) {
    console.out += help_for(*verb);
    return kClean;
  }
  const std::string group = help_for_group(words.front());
  if (!group.empty()) {
    console.out += group;
    return kClean;
  }
  Complaint complaint{fmt::format("unknown verb \"{}\"", printable(words.front())), {}};
  std::vector<std::string_view> names;
  for (const Verb* one : all_verbs()) names.push_back(one->name);
  suggest(complaint, words.front(), names);
  complaint.help.emplace_back("milepost help lists the verbs");
  return console.complain(complaint);
}

}  // namespace

constinit const Verb kHelpVerb{
    "help",
    "tell what a verb does and takes",
    "Without a VERB, lists them all.",
    {},
    {"VERB", "such as check, or template show", 0, 2},
    {},
    "0 told\n2 there is no such verb",
    run_help,
};

}  // namespace milepost
