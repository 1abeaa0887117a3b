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

Result<Step> step_of(const Process& process, const Card& card, const std::string& release) {
  const std::string_view stage = card.metadata->known_stage;
  const std::string_view to = !has_stages(process, card.kind) ? std::string_view(card.status)
                              : stage.empty()                 ? process.first_stage()
                                                              : stage;
  return plan_step(process, card, to, release);
}

Verdict aims_elsewhere(const Process& process, const Card& card, const std::string& release) {
  const std::string_view stage = card.metadata->known_stage;
  return missing_verdict(
      VerdictKind::kAim,
      card.latest_milestone.empty()
          ? fmt::format("its files name no release, {} is wanted", release)
          : fmt::format("its files aim at {}, not at {}", card.latest_milestone, release),
      {remedy::Promote{called(card), std::string(stage.empty() ? process.first_stage() : stage),
                       release}});
}

}  // namespace

Result<FreezeExam> examine_for_freezes(const Release& release, const Selected& selected) {
  const Process& process = selected.at->process();
  TRY(auto step, step_of(process, *selected.card, to_string(release.version)));
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
  const bool aims = aims_at(process, card, question.release.version);
  for (std::size_t i = 0; i < freezes.size(); ++i) {
    if (!aims) {
      missing[i].push_back(aims_elsewhere(process, card, to_string(question.release.version)));
    }
    GateVerdict gate = judge.judge(*process.find_gate(freezes[i]->gate));
    for (Verdict& verdict : gate.conditions) {
      const bool told = question.settled && verdict.holds == Holds::kYes;
      if (verdict.closes() || told) missing[i].push_back(std::move(verdict));
    }
  }
  return missing;
}

std::vector<std::vector<Verdict>> judge_freezes(const FreezeQuestion& question,
                                                const Selected& selected,
                                                std::span<const CalendarDate* const> freezes) {
  const auto exam = examine_for_freezes(question.release, selected);
  if (exam) return judge_freezes(question, selected, *exam, freezes);
  return std::vector(freezes.size(),
                     std::vector{missing_verdict(VerdictKind::kReadable, exam.error().message)});
}

}  // namespace milepost::release
