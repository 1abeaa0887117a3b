#include "features/release/freeze_judge.h"

#include <algorithm>

#include <fmt/format.h>

#include "features/release/stage_step.h"
#include "workspace/gate_judge.h"

namespace milepost::release {

namespace {

// The status in which all that the stage asks for is due: one that asks for little yet
// is judged as if its proposal had moved on.
std::string status_to_judge_by(const Process& process, const Card& card) {
  const Status* const own = process.find_status(card.status);
  if (!own || !own->asks_less()) return card.status;
  for (const Move& move : own->moves) {
    const Status* const next = process.find_status(move.to);
    if (next && !next->asks_less() && !next->closed) return next->id;
  }
  return card.status;
}

// What the proposal has said of the release when somebody opted in.
const Participation* part_in(const FreezeQuestion& question, const Card& card) {
  return question.evidence.state_of(card).find_participation(to_string(question.release.version));
}

// What the files say, where that is another step than the one aimed at; "" where it is not.
std::string other_aim(const Process& process, const Card& card, const Step& step) {
  const Version release = *parse_version(step.release);
  const std::string_view stage = card.metadata->known_stage;
  const bool aims = aims_at(process, card, release);
  if (step.is_stage && !stage.empty() && stage != step.to_stage) {
    return fmt::format("opted in for {}, its files say {}{}", step.to_stage, stage,
                       aims || card.latest_milestone.empty() ? "" : " in " + card.latest_milestone);
  }
  if (aims) return {};
  return card.latest_milestone.empty()
             ? fmt::format("its files name no release, {} is wanted", step.release)
             : fmt::format("its files aim at {}, not at {}", card.latest_milestone, step.release);
}

}  // namespace

Result<FreezeExam> examine_for_freezes(const FreezeQuestion& question, const Selected& selected) {
  const Process& process = selected.at->process();
  const Metadata& metadata = *selected.card->metadata;
  if (metadata.yaml && !metadata.complete()) {
    return failure(fmt::format(
        "its metadata cannot be read to its end; milepost check {} says where it breaks",
        called(*selected.card)));
  }
  TRY(auto step, step_in(process, *selected.card, part_in(question, *selected.card),
                         to_string(question.release.version)));
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
  // Of what cannot be read nobody knows where it aims.
  const std::string aim = card.has_text() ? other_aim(process, card, exam.step) : std::string();
  for (std::size_t i = 0; i < freezes.size(); ++i) {
    if (!aim.empty()) {
      missing[i].push_back(missing_verdict(
          VerdictKind::kAim, aim,
          {remedy::Promote{called(card), target_stage(process, card, part_in(question, card)),
                           exam.step.release}}));
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
  const auto exam = examine_for_freezes(question, selected);
  if (exam) return judge_freezes(question, selected, *exam, freezes);
  return std::vector(freezes.size(),
                     std::vector{missing_verdict(VerdictKind::kReadable, exam.error().message)});
}

}  // namespace milepost::release
