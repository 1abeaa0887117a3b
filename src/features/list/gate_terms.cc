#include "features/list/gate_terms.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "features/release/at_work.h"
#include "workspace/gate_judge.h"

namespace milepost::list {

namespace {

// What keeps a proposal from the step it is at. Nothing does where there is no step.
Result<std::vector<Verdict>> judge_missing(const Workspace& workspace, const Releases& releases,
                                           const StoredEvidence& evidence, const Card& card) {
  const Process& process = workspace.process();
  const auto has_step =
      release::find_at_work(process, card, evidence.state_of(card), releases, workspace.now());
  if (!has_step) return std::vector<Verdict>{};
  const Selected selected{&workspace, &card, false, card.document};
  TRY(auto gate, release::judge_at_work(selected, releases, evidence));
  std::erase_if(gate.conditions, [](const Verdict& verdict) { return !verdict.closes(); });
  return std::move(gate.conditions);
}

}  // namespace

GateNeed need_of(const Process& process, const Card& card, const Verdict& verdict) {
  GateNeed need;
  if (verdict.kind == VerdictKind::kCondition) {
    need.words = {verdict.id, condition_type_names()[static_cast<std::size_t>(verdict.type)]};
    if (verdict.type == ConditionType::kRecord && verdict.fact == RecordFact::kIssue) {
      need.words.emplace_back("issue");
    }
  }
  need.role = verdict.role;
  for (const std::string& name : verdict.who) need.who.push_back(lower(name));
  const Role* const role = process.find_role(verdict.role);
  if (role && !role->roster.empty()) {
    need.teams = {role->roster, Rosters::of_group(role->roster, card.group)};
  }
  return need;
}

void GateNeeds::add(const Card& card, const std::vector<Verdict>& missing) {
  std::vector<GateNeed>& needs = needs_[stream_of(card)];
  for (const Verdict& verdict : missing) needs.push_back(need_of(process_, card, verdict));
}

bool GateNeeds::waits_for(const GateNeed& need, const std::string& whom) const {
  if (equal_ignoring_case(need.role, whom)) return true;
  if (std::ranges::find(need.who, whom) != need.who.end()) return true;
  const std::vector<std::string> rosters = rosters_.made_from(whom);
  return std::ranges::any_of(need.teams, [&](const std::string& team) {
    return std::ranges::find(rosters, team) != rosters.end();
  });
}

bool GateNeeds::holds(const Card& card, const RecordTerm& term) const {
  const auto found = needs_.find(stream_of(card));
  if (found == needs_.end()) return false;
  return std::ranges::any_of(found->second, [&](const GateNeed& need) {
    return term.kind == RecordTermKind::kMissing
               ? std::ranges::find(need.words, term.missing) != need.words.end()
               : waits_for(need, term.person);
  });
}

Result<MissingOfEach> judge_next(const Workspace& workspace,
                                 const std::vector<const Card*>& cards) {
  if (const auto& judged = workspace.judging(); !judged) return tl::unexpected(judged.error());
  TRY(const Releases& releases, workspace.calendar());
  TRY(const auto evidence, stored_evidence(workspace, nullptr));
  MissingOfEach missing(cards.size());
  parallel_for(cards.size(), workspace.jobs(), [&](std::size_t i) {
    missing[i] = judge_missing(workspace, releases, evidence, *cards[i]);
  });
  return missing;
}

Result<GateNeeds> judge_next_gates(const Workspace& workspace,
                                   const std::vector<const Card*>& cards,
                                   std::vector<std::string>& notes) {
  TRY(const MissingOfEach missing, judge_next(workspace, cards));
  GateNeeds needs(workspace.process(), workspace.facts().rosters());
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (missing[i]) {
      needs.add(*cards[i], *missing[i]);
    } else {
      notes.push_back(fmt::format("what {} lacks is not known: {}", called(*cards[i]),
                                  missing[i].error().message));
    }
  }
  return needs;
}

}  // namespace milepost::list
