#include "features/release/freeze_judge.h"

#include <algorithm>

#include <fmt/format.h>

#include "workspace/gate_judge.h"

namespace milepost::release {

namespace {

// The status in which all that the stage asks for is due: one that asks for little yet
// is judged as if its proposal had moved on.
std::string status_to_judge_by(const Process& process, const Card& card) {
  const Status* const own = process.find_status(card.status);
  if (!own || own->due.empty()) return card.status;
  for (const Move& move : own->moves) {
    const Status* const next = process.find_status(move.to);
    if (next && next->due.empty() && !next->closed) return next->id;
  }
  return card.status;
}

// The stage aimed at: that of the opt-in, else that of the files, else the first.
std::string_view stage_aimed_at(const Process& process, const Card& card,
                                const Participation* part) {
  if (part && process.has_stage(part->stage)) return part->stage;
  const std::string_view stage = card.metadata->known_stage;
  return stage.empty() ? process.first_stage() : stage;
}

Result<Step> step_of(const Process& process, const Card& card, const Participation* part,
                     const std::string& release) {
  const std::string_view to = has_stages(process, card.kind) ? stage_aimed_at(process, card, part)
                                                             : std::string_view(card.status);
  return plan_step(process, card, to, release);
}

// What the files say otherwise than whoever opted in; "" when they agree.
std::string other_aim(const Process& process, const Card& card, const Participation* part,
                      const Version& release) {
  const std::string_view stage = stage_aimed_at(process, card, part);
  if (!aims_at(process, card, release)) {
    return card.latest_milestone.empty()
               ? fmt::format("its files name no release, {} is wanted", to_string(release))
               : fmt::format("its files aim at {}, not at {}", card.latest_milestone,
                             to_string(release));
  }
  if (!has_stages(process, card.kind) || !part || part->stage.empty() || card.stage == stage) {
    return {};
  }
  return fmt::format("its files say {}, {} is aimed at",
                     card.stage.empty() ? "no stage" : card.stage, stage);
}

Verdict aims_elsewhere(const Process& process, const Card& card, const Participation* part,
                       std::string message, const std::string& release) {
  return missing_verdict(
      VerdictKind::kAim, std::move(message),
      {remedy::Promote{called(card), std::string(stage_aimed_at(process, card, part)), release}});
}

const Participation* participation_of(const FreezeQuestion& question, const Card& card) {
  return question.evidence.state_of(card).find_participation(to_string(question.release.version));
}

}  // namespace

Result<FreezeExam> examine_for_freezes(const Release& release, const Selected& selected,
                                       const Participation* part) {
  const Process& process = selected.at->process();
  TRY(auto step, step_of(process, *selected.card, part, to_string(release.version)));
  Examined examined = examine(selected, step.to_stage, status_to_judge_by(process, *selected.card));
  if (!examined.proposal) return failure(examined.read_errors.front().message);
  return FreezeExam{std::move(step), std::move(examined)};
}

std::vector<std::vector<Verdict>> judge_freezes(const FreezeQuestion& question,
                                                const Selected& selected, const FreezeExam& exam,
                                                std::span<const CalendarDate* const> freezes) {
  std::vector<std::vector<Verdict>> missing(freezes.size());
  const Card& card = *selected.card;
  const Process& process = selected.at->process();
  const GateJudge judge(
      {selected, exam.examined, exam.step, question.releases, question.evidence, question.now});
  const std::string release = to_string(question.release.version);
  const Participation* const part = participation_of(question, card);
  // Of what cannot be read nobody knows where it aims.
  const std::string other =
      card.has_text() ? other_aim(process, card, part, question.release.version) : std::string();
  for (std::size_t i = 0; i < freezes.size(); ++i) {
    if (!other.empty()) {
      missing[i].push_back(aims_elsewhere(process, card, part, other, release));
    }
    GateVerdict gate = judge.judge(*process.find_gate(freezes[i]->gate));
    for (Verdict& verdict : gate.conditions) {
      if (verdict.closes()) missing[i].push_back(std::move(verdict));
    }
  }
  return missing;
}

std::vector<std::vector<Verdict>> judge_freezes(const FreezeQuestion& question,
                                                const Selected& selected,
                                                std::span<const CalendarDate* const> freezes) {
  const auto exam =
      examine_for_freezes(question.release, selected, participation_of(question, *selected.card));
  if (exam) return judge_freezes(question, selected, *exam, freezes);
  return std::vector(freezes.size(),
                     std::vector{missing_verdict(VerdictKind::kReadable, exam.error().message)});
}

}  // namespace milepost::release
