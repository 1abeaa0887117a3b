#include "main/command_line.h"

#include "main/verbs.h"
#include "process/load.h"
#include "rules/rule.h"

namespace milepost {

namespace {

constexpr Metavariable kMetavariables[] = {
    {"CODE", Completes::kWords, "rules"},
    {"CONCERN", Completes::kAsked, "concerns"},
    {"CRITERION", Completes::kAsked, "criteria"},
    {"DECISION", Completes::kWords, "decisions"},
    {"DIR", Completes::kFolder},
    {"DIR|URL", Completes::kFolder},
    {"FIELDS", Completes::kAsked, "fields"},
    {"FILE", Completes::kFile},
    {"FOLDER", Completes::kFolder},
    {"FREEZE", Completes::kAsked, "freezes"},
    {"GROUP", Completes::kAsked, "groups"},
    {"HANDLE", Completes::kAsked, "people"},
    {"HANDLES", Completes::kAsked, "people"},
    {"IDS", Completes::kAsked, "criteria"},
    {"ITEM", Completes::kAsked, "items"},
    {"KIND", Completes::kAsked, "kinds"},
    {"LABEL", Completes::kAsked, "labels"},
    {"LINK", Completes::kAsked, "links"},
    {"NEW", Completes::kFile},
    {"NUMBER", Completes::kAsked, "proposals", Completes::kFile},
    {"OLD", Completes::kFile},
    {"OUT", Completes::kFolder},
    {"PATH", Completes::kAsked, "proposals", Completes::kFile},  // documents, folders, numbers
    {"PROCESS", Completes::kWords, "processes"},  // by name, or the folder of its pack
    {"PROPOSAL", Completes::kAsked, "proposals", Completes::kFile},
    {"QUERY", Completes::kAsked, "query"},
    {"RELEASE", Completes::kAsked, "releases"},
    {"REV", Completes::kAsked, "revisions"},
    {"ROLE", Completes::kAsked, "roles"},
    {"RULES", Completes::kWords, "rules"},
    {"STAGE", Completes::kAsked, "stages"},
    {"STATUS", Completes::kAsked, "statuses"},
    {"TARGET", Completes::kAsked, "targets"},
    {"TEMPLATE", Completes::kFile},
    {"VERB", Completes::kVerb},
};

}  // namespace

Result<CommandLine> whole_command_line() {
  WordList rules{"rules", {}};
  for (const auto& rule : all_rules()) add_candidate(rules.words, rule.code, rule.name);
  for (const auto& rule : all_rules()) add_candidate(rules.words, rule.name, rule.summary);

  WordList processes{"processes", {}, true};
  for (const std::string& pack : built_in_packs()) {
    const auto process = load_process(built_in_pack(pack), nullptr);
    if (!process) return tl::unexpected(process.error());
    add_candidate(processes.words, pack, (*process)->title);
  }
  WordList decisions{"decisions", {}};
  add_candidate(decisions.words, "request", "ask for more time");
  add_candidate(decisions.words, "approve", "grant it");
  add_candidate(decisions.words, "reject", "refuse it");
  return CommandLine{
      program().verbs, {rules, processes, decisions}, kMetavariables, program().options};
}

}  // namespace milepost
