#include "main/command_line.h"

#include "main/verbs.h"
#include "process/load.h"
#include "rules/rule.h"

namespace milepost {

namespace {

constexpr Metavariable kMetavariables[] = {
    {"CODE", Completes::kWords, "rules"},
    {"DIR", Completes::kFolder},
    {"FILE", Completes::kFile},
    {"KIND", Completes::kWords, "kinds"},
    {"OLD NEW", Completes::kFile},
    {"PATH", Completes::kFile},
    {"PROCESS", Completes::kWords, "processes"},  // by name, or the folder of its pack
    {"PROPOSAL", Completes::kFile},               // its number, or where it lies
    {"PROPOSAL [REV]", Completes::kFile},
    {"RULES", Completes::kWords, "rules"},
    {"STAGE", Completes::kWords, "stages"},
    {"VERB", Completes::kVerb},
};

}  // namespace

Result<CommandLine> whole_command_line() {
  WordList rules{"rules", {}};
  for (const auto& rule : all_rules()) add_candidate(rules.words, rule.code, rule.name);
  for (const auto& rule : all_rules()) add_candidate(rules.words, rule.name, rule.summary);

  WordList processes{"processes", {}, true};
  WordList stages{"stages", {}};
  WordList kinds{"kinds", {}};
  for (const std::string& pack : built_in_packs()) {
    const auto process = load_process(built_in_pack(pack), nullptr);
    if (!process) return tl::unexpected(process.error());
    add_candidate(processes.words, pack, (*process)->title);
    for (const auto& stage : (*process)->stage_names()) add_candidate(stages.words, stage, pack);
    for (const auto& kind : (*process)->kinds) add_candidate(kinds.words, kind.id, pack);
  }
  return CommandLine{
      program().verbs, {rules, processes, stages, kinds}, kMetavariables, program().options};
}

}  // namespace milepost
