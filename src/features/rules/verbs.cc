#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/topics.h"
#include "features/rules/rule_text.h"
#include "rules/rule.h"

namespace milepost::rules {

namespace {

constexpr Option kOptions[] = {
    {"--format", "", "FORMAT", "how to write the list", kTextOrJson},
};

constexpr Example kExamples[] = {
    {"milepost rules | grep MP2", "the rules on sections"},
};

int run_rules(const Arguments& arguments, Console& console) {
  console.out += arguments.value("--format") == "json"
                     ? render_rules_json(all_rules())
                     : render_rules_text(all_rules(), text_options(arguments, console));
  return kClean;
}

}  // namespace

extern constinit const Verb kRulesVerb{
    "rules",
    kWriting,
    "list all rules, each with what it looks for",
    "The severity shown is the usual one; a process or a repository may set another.",
    kOptions,
    {"", {}, 0, 0},
    kExamples,
    "0 listed",
    run_rules,
};

}  // namespace milepost::rules
