#include "main/command_line.h"

#include "main/verbs.h"
#include "process/load.h"
#include "rules/rule.h"

namespace milepost {

Result<CommandLine> whole_command_line() {
  WordList rules{Completes::kRule, "rules", {}};
  for (const auto& rule : all_rules()) add_candidate(rules.words, rule.code, rule.name);
  for (const auto& rule : all_rules()) add_candidate(rules.words, rule.name, rule.summary);

  WordList processes{Completes::kProcess, "processes", {}};
  WordList stages{Completes::kStage, "stages", {}};
  WordList kinds{Completes::kKind, "kinds", {}};
  for (const std::string& pack : built_in_packs()) {
    const auto process = load_process(built_in_pack(pack), nullptr);
    if (!process) return tl::unexpected(process.error());
    add_candidate(processes.words, pack, (*process)->title);
    for (const auto& stage : (*process)->stage_names()) add_candidate(stages.words, stage, pack);
    for (const auto& kind : (*process)->kinds) add_candidate(kinds.words, kind.id, pack);
  }
  return CommandLine{program().verbs, {rules, processes, stages, kinds}, program().options};
}

}  // namespace milepost
