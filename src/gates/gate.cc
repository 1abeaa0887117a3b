#include "gates/gate.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/conditions.h"
#include "gates/roles.h"
#include "proposal/judgement.h"

namespace milepost {

namespace {

using JudgeCondition = void (*)(const GateInput&, const Condition&, Verdict&);

// A reason belongs to the move, which is judged apart.
void judge_reason(const GateInput& input, const Condition&, Verdict& verdict) {
  verdict.holds = input.reason.empty() ? Holds::kNo : Holds::kYes;
  verdict.message = input.reason.empty() ? "the move needs a reason" : "the move has a reason";
  verdict.remedies = {remedy::GiveReason{}};
}

JudgeCondition judge_of(ConditionType type) {
  switch (type) {
    case ConditionType::kSections: return judge_sections;
    case ConditionType::kFindings: return judge_findings;
    case ConditionType::kFields: return judge_fields;
    case ConditionType::kResolved: return judge_resolved;
    case ConditionType::kApproval: return judge_approval;
    case ConditionType::kReview: return judge_review;
    case ConditionType::kChecklist: return judge_checklist;
    case ConditionType::kMilestone: return judge_milestone;
    case ConditionType::kReleases: return judge_releases;
    case ConditionType::kShipped: return judge_shipped;
    case ConditionType::kStatus: return judge_status;
    case ConditionType::kTop: return judge_top;
    case ConditionType::kSuccessor: return judge_successor;
    case ConditionType::kReason: return judge_reason;
    case ConditionType::kCriteria: return judge_criteria;
    case ConditionType::kLinks: return judge_links;
    case ConditionType::kPlace: return judge_place;
    case ConditionType::kTemplate: return judge_template;
    case ConditionType::kMerged: return judge_merged;
    case ConditionType::kIssue: return judge_issue;
    case ConditionType::kAgreed: return judge_agreed;
    case ConditionType::kRecord:
    case ConditionType::kNothing: break;
  }
  return judge_record;
}

const Gate* gate_of_stage(const Process& process, std::string_view stage) {
  const auto leads_to = [&](std::string_view wanted) {
    return std::ranges::find_if(process.gates,
                                [&](const Gate& gate) { return gate.stage == wanted; });
  };
  auto found = leads_to(stage);
  if (found != process.gates.end()) return &*found;
  // A stage of another ladder has the gate of the one it counts as.
  const Ladder* ladder = ladder_of(process, stage);
  if (!ladder) return nullptr;
  const auto equal = ladder->counts_as.find(std::string(stage));
  if (equal == ladder->counts_as.end()) return nullptr;
  found = leads_to(equal->second.stage);
  return found == process.gates.end() ? nullptr : &*found;
}

// Each gate after those it comes after.
std::vector<const Gate*> in_order(const std::vector<const Gate*>& gates) {
  std::vector<const Gate*> ordered;
  const auto is_placed = [&](const Gate* gate) {
    return std::ranges::find(ordered, gate) != ordered.end();
  };
  while (ordered.size() < gates.size()) {  // no gate comes after itself
    for (const Gate* gate : gates) {
      const bool ready = std::ranges::all_of(gate->after, [&](const std::string& id) {
        return std::ranges::any_of(ordered, [&](const Gate* before) { return before->id == id; });
      });
      if (ready && !is_placed(gate)) ordered.push_back(gate);
    }
  }
  return ordered;
}

// With the gates that they come after, those first.
std::vector<const Gate*> with_earlier(const Process& process, std::vector<const Gate*> gates) {
  for (std::size_t i = 0; i < gates.size(); ++i) {  // NOLINT(modernize-loop-convert): it grows
    for (const std::string& id : gates[i]->after) {
      const Gate* gate = process.find_gate(id);
      if (gate && std::ranges::find(gates, gate) == gates.end()) gates.push_back(gate);
    }
  }
  return in_order(gates);
}

// The gates that a step leads through.
std::vector<const Gate*> gates_of(const Process& process, const Step& step) {
  std::vector<const Gate*> gates;
  const auto add = [&](const Gate* gate) {
    if (gate && std::ranges::find(gates, gate) == gates.end()) gates.push_back(gate);
  };
  if (step.to_status != step.from_status) {
    for (const Gate& gate : process.gates) {
      if (!gate.status.empty() && gate.status == step.to_status) add(&gate);
    }
  }
  const Status* status = process.find_status(step.to_status);
  const bool judged_by_stage = status && !status->asks_less() && !status->closed;
  if (step.is_stage || judged_by_stage) add(gate_of_stage(process, step.to_stage));
  return with_earlier(process, std::move(gates));
}

bool concerns(const Process& process, const Condition& condition, const Step& step,
              std::string_view kind) {
  if (!condition.kinds.empty() &&
      std::ranges::find(condition.kinds, kind) == condition.kinds.end()) {
    return false;
  }
  return condition.from.empty() || process.reached(step.to_stage, condition.from);
}

Verdict begin(const GateInput& input, const Condition& condition) {
  Verdict verdict;
  verdict.id = condition.id;
  verdict.type = condition.type;
  verdict.fact = condition.record.fact;
  verdict.merge = condition.merge;
  verdict.advice = condition.advice;
  const Process& process = input.in.process;
  const Role* role = process.find_role(condition.role);
  // A review is given by the role of its name.
  if (!role && condition.type == ConditionType::kReview) role = process.find_role(condition.review);
  if (role) wait_for(input, *role, verdict);
  const auto version = release_of(input.step);
  const Release* release = version ? input.releases.find(*version) : nullptr;
  const CalendarDate* freeze = process.calendar.find(condition.freeze);
  if (release && freeze && freeze->deadline) {
    verdict.deadline_title = freeze->title;
    verdict.deadline = release->date(freeze->id);
  }
  return verdict;
}

// "{number}" and "{release}" in a pack's advice.
std::string filled_in(std::string text, const GateInput& input) {
  const std::string& release = input.step.release;
  for (const auto& [name, value] :
       {std::pair<std::string_view, std::string>("{number}", called(input.in.card)),
        std::pair<std::string_view, std::string>("{release}",
                                                 release.empty() ? "RELEASE" : release)}) {
    const std::size_t at = text.find(name);
    if (at != text.npos) text.replace(at, name.size(), value);
  }
  return text;
}

// What the pack tells people to do; nothing when it leaves that to the type.
std::optional<Remedy> pack_remedy(const Condition& condition, const GateInput& input) {
  if (!condition.remedy) {
    if (condition.how.empty()) return std::nullopt;
    return remedy::Advice{filled_in(condition.how, input)};
  }
  const std::string& proposal = called(input.in.card);
  const std::string& argument = condition.remedy->argument;
  const auto make = [&]() -> Remedy {
    switch (condition.remedy->is) {
      case RemedyKind::kApprove: return remedy::Approve{proposal, argument, input.step.to_stage};
      case RemedyKind::kPromote: return remedy::Promote{proposal, argument};
      case RemedyKind::kLinkPullRequest: return remedy::LinkPullRequest{proposal, argument};
      case RemedyKind::kTick: return remedy::TickItem{proposal, argument};
      case RemedyKind::kLabel: return remedy::SetLabel{proposal, argument};
      case RemedyKind::kOptIn: break;
    }
    return remedy::OptIn{input.step.release, {proposal}};
  };
  Remedy made = make();
  made.before = filled_in(condition.how, input);
  return made;
}

class MoveJudge {
 public:
  MoveJudge(const GateInput& input, GateVerdict& gate) : input_(input), gate_(gate) {}

  void judge() {
    const Process& process = input_.in.process;
    const Step& step = input_.step;
    if (step.to_status != step.from_status) {
      rule(rule_status_move(process, step.from_status, step.to_status),
           fmt::format("{} → {}", step.from_status, step.to_status));
    }
    if (step.to_stage != step.from_stage) {
      rule(rule_stage_move(process, step.from_stage, step.to_stage),
           fmt::format("{} → {}", step.from_stage, step.to_stage));
    }
  }

 private:
  void say(VerdictKind kind, std::string message, std::vector<Remedy> remedies) {
    gate_.conditions.push_back(missing_verdict(kind, std::move(message), std::move(remedies)));
  }

  void rule(const MoveRuling& ruling, const std::string& move) {
    switch (ruling.legality) {
      case Legality::kIllegal:
        gate_.illegal = true;
        say(VerdictKind::kMove, fmt::format("{} is no move of this process: {}", move, ruling.why),
            {});
        return;
      case Legality::kClosed:
        say(VerdictKind::kOrder, fmt::format("{} is out of order: {}", move, ruling.why),
            {remedy::Override{}});
        break;
      case Legality::kReason:
        if (input_.reason.empty()) {
          say(VerdictKind::kReason, fmt::format("{} needs a reason", move), {remedy::GiveReason{}});
        } else {
          say(VerdictKind::kReason, fmt::format("{} has a reason", move), {});
          gate_.conditions.back().holds = Holds::kYes;
        }
        break;
      case Legality::kLegal: break;
    }
    judge_mover(ruling, move);
  }

  void judge_mover(const MoveRuling& ruling, const std::string& move) {
    if (input_.mover.empty() || ruling.by.empty()) return;
    const RuleInput& in = input_.in;
    const May may = may_act(in.process, ruling.by, in.card, in.facts.rosters(), input_.mover);
    if (may != May::kNo) return;
    say(VerdictKind::kMover, fmt::format("@{} may not make the move {}", input_.mover, move),
        {remedy::LeaveTo{describe_holders(in.process, ruling.by, in.card, in.facts.rosters())}});
  }

  const GateInput& input_;
  GateVerdict& gate_;
};

// A gate to a status that the proposal neither has nor aims at lies behind it: what merging
// settles there was settled then.
bool lies_behind(const Gate& gate, const Step& step) {
  return !gate.status.empty() && gate.status != step.from_status && gate.status != step.to_status;
}

// Of two conditions with one id, the one of the later gate.
std::vector<const Condition*> chosen_conditions(const Process& process,
                                                const std::vector<const Gate*>& gates,
                                                const Step& step, std::string_view kind) {
  std::vector<const Condition*> conditions;
  for (const Gate* gate : gates) {
    for (const Condition& condition : gate->conditions) {
      if (condition.merge && lies_behind(*gate, step)) continue;
      const auto same = std::ranges::find(conditions, condition.id, &Condition::id);
      if (same == conditions.end()) {
        conditions.push_back(&condition);
      } else {
        *same = &condition;
      }
    }
  }
  std::erase_if(conditions, [&](const Condition* condition) {
    return condition->type == ConditionType::kNothing || !concerns(process, *condition, step, kind);
  });
  return conditions;
}

// What closes every gate, whatever the process asks.
void add_objections(const GateInput& input, GateVerdict& gate) {
  for (const Objection& objection : input.evidence.objections(input.in.card)) {
    const std::string& proposal = called(input.in.card);
    Verdict verdict =
        objection.concern
            ? missing_verdict(VerdictKind::kConcern, objection.text,
                              {remedy::Resolve{proposal, *objection.concern}})
            : missing_verdict(VerdictKind::kHold, objection.text, {remedy::Unhold{proposal}});
    if (objection.concern) verdict.id += fmt::format("-{}", *objection.concern);
    verdict.role_title = "a reply to the objection";
    verdict.details.push_back({"for " + describe_settlers(input.in.process, input.in.card,
                                                          input.in.facts.rosters(), objection.by)});
    verdict.who = {objection.by};
    for (const std::string& other :
         settlers(input.in.process, input.in.card, input.in.facts.rosters())) {
      if (!equal_ignoring_case(other, objection.by)) verdict.who.push_back(other);
    }
    gate.conditions.push_back(std::move(verdict));
  }
}

// What a condition of its own says is missing is no second thing that a list lacks, and its remedy
// none of the rest. A list that lacks nothing else is left out: the gate is closed by the other.
void tell_once(const GateInput& input, const std::vector<const Condition*>& conditions,
               std::vector<Verdict>& verdicts) {
  const auto is_told = [&](const Detail& detail) {
    return !detail.note.empty() && std::ranges::any_of(verdicts, [&](const Verdict& other) {
      return other.type != ConditionType::kChecklist && other.closes() &&
             other.message == detail.note;
    });
  };
  for (Verdict& list : verdicts) {
    if (list.type != ConditionType::kChecklist || list.holds != Holds::kNo) continue;
    const std::size_t told = std::erase_if(list.details, is_told);
    if (told == 0) continue;
    list.message += fmt::format(", {} of them listed separately", told);
    const Condition& condition = **std::ranges::find(conditions, list.id, &Condition::id);
    settle_checklist(input, condition, list);
    if (auto advised = pack_remedy(condition, input)) list.remedies = {std::move(*advised)};
  }
  std::erase_if(verdicts, [](const Verdict& list) {
    return list.type == ConditionType::kChecklist && list.holds == Holds::kNo &&
           list.details.empty();
  });
}

void judge_conditions(const GateInput& input, const std::vector<const Gate*>& gates,
                      GateVerdict& judged) {
  const std::vector<const Condition*> conditions =
      chosen_conditions(input.in.process, gates, input.step, input.in.judgement.kind->id);
  for (const Condition* condition : conditions) {
    Verdict verdict = judge_condition(input, *condition);
    if (!verdict.message.empty()) judged.conditions.push_back(std::move(verdict));
  }
  tell_once(input, conditions, judged.conditions);
}

}  // namespace

std::string_view name(Holds holds) {
  constexpr std::string_view kNames[] = {"yes", "no", "unknown"};
  return kNames[static_cast<std::size_t>(holds)];
}

std::string_view name(VerdictKind kind) {
  constexpr std::string_view kNames[] = {"",         "move",  "order",   "reason",
                                         "mover",    "hold",  "concern", "release",
                                         "readable", "there", "files"};
  return kNames[static_cast<std::size_t>(kind)];
}

Verdict missing_verdict(VerdictKind kind, std::string message, std::vector<Remedy> remedies) {
  Verdict verdict;
  verdict.id = name(kind);
  verdict.kind = kind;
  verdict.holds = Holds::kNo;
  verdict.message = std::move(message);
  verdict.remedies = std::move(remedies);
  return verdict;
}

bool GateVerdict::open() const {
  return !illegal && std::ranges::none_of(conditions, &Verdict::closes);
}

std::vector<const Condition*> conditions_of(const Process& process, const Step& step,
                                            std::string_view kind) {
  return chosen_conditions(process, gates_of(process, step), step, kind);
}

Verdict judge_condition(const GateInput& input, const Condition& condition) {
  Verdict verdict = begin(input, condition);
  judge_of(condition.type)(input, condition, verdict);
  const bool settled = verdict.merge && verdict.holds == Holds::kUnknown && !verdict.advice;
  if (verdict.holds == Holds::kYes || settled) {
    verdict.remedies.clear();
  } else if (auto advised = pack_remedy(condition, input)) {
    verdict.remedies = {std::move(*advised)};
  }
  return verdict;
}

GateVerdict judge_gate(const GateInput& input) {
  GateVerdict gate;
  gate.step = input.step;
  MoveJudge(input, gate).judge();
  if (gate.illegal) return gate;
  add_objections(input, gate);
  judge_conditions(input, gates_of(input.in.process, input.step), gate);
  return gate;
}

GateVerdict judge_gate(const GateInput& input, const Gate& gate) {
  GateVerdict verdict;
  verdict.step = input.step;
  add_objections(input, verdict);
  judge_conditions(input, with_earlier(input.in.process, {&gate}), verdict);
  return verdict;
}

void wait_for(const GateInput& input, const Role& role, Verdict& verdict) {
  verdict.role = role.id;
  verdict.role_title = role.title;
  const RuleInput& in = input.in;
  const auto names = holders(in.process, role, in.card, in.facts.rosters());
  verdict.who = names ? *names : std::vector<std::string>();
}

Spot spot_of(const Source& source, Span span) {
  Positions positions;
  return spot_of(source, span, positions);
}

Spot spot_of(const Source& source, Span span, Positions& positions) {
  const Position at = positions.of(source, span.begin);
  return {source.path(), at.line, at.column};
}

std::optional<Version> release_of(const Step& step) { return parse_version(step.release); }

}  // namespace milepost
