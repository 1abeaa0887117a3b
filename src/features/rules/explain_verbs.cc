#include <vector>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/printable.h"
#include "base/strings.h"
#include "cli/verb.h"
#include "features/common/topics.h"
#include "features/rules/rule_text.h"
#include "rules/rule.h"

namespace milepost::rules {

namespace {

constexpr Example kExamples[] = {
    {"milepost explain MP201", "a rule by its code"},
    {"milepost explain section-missing", "or by its name"},
};

int report_unknown_rule(std::string_view word, Console& console) {
  UsageError usage_error{fmt::format("there is no rule \"{}\"", printable(word)), {}};
  std::vector<std::string_view> known;
  for (const auto& rule : all_rules()) {
    known.push_back(rule.code);
    known.push_back(rule.name);
  }
  suggest(usage_error, word, known);
  usage_error.help.emplace_back("milepost rules lists them all");
  return console.report_error(usage_error);
}

int run_explain(const Arguments& arguments, Console& console) {
  const std::string& word = arguments.operands().front();
  const Rule* rule = find_rule(trim(word));
  if (rule == nullptr) return report_unknown_rule(word, console);

  const auto page = find_embedded(fmt::format("docs/rules/{}.md", rule->code));
  const PageOptions options{console.has_colour(), std::min(console.columns, 100U)};
  console.out += page ? render_page(*page, options)
                      : fmt::format("{} {} ({})\n\n{}\n", rule->code, rule->name,
                                    name(rule->severity), rule->summary);
  return kClean;
}

}  // namespace

extern constinit const Verb kExplainVerb{
    "explain",
    kWriting,
    "explain why a rule exists, with a bad and a good example",
    "Prints the rule's page: what it looks for, why, and how to put it right.",
    {},
    {"CODE", "a rule's code or name, as findings show it", 1, 1},
    kExamples,
    "0 explained\n2 there is no such rule",
    run_explain,
};

}  // namespace milepost::rules
