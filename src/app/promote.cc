#include "app/promote.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/examine.h"
#include "app/identity.h"
#include "app/move_edits.h"
#include "app/relocate.h"
#include "base/strings.h"
#include "report/gate.h"

namespace milepost {

namespace {

// A reason is one line of a list.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : trim(text)) {
    const bool blank = static_cast<unsigned char>(c) < ' ';
    if (blank && line.ends_with(' ')) continue;
    line += blank ? ' ' : c;
  }
  return line;
}

// Only the gate can be passed over: not who may, and not where the process goes.
bool stays_closed(const GateVerdict& gate) {
  const auto forbids = [](const Verdict& verdict) {
    return verdict.id == "mover" && verdict.closes();
  };
  return gate.illegal || std::ranges::any_of(gate.conditions, forbids);
}

std::vector<std::string> closing(const GateVerdict& gate) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : gate.conditions) {
    if (verdict.closes()) ids.push_back(verdict.id);
  }
  return ids;
}

}  // namespace

Result<Promotion> plan_promotion(const PromoteRequest& request) {
  WhyRequest why = request.why;
  why.reason = on_one_line(why.reason);
  if (request.override_gate && why.reason.empty()) {
    return failure("--override needs a --reason, which is written down with the move");
  }
  CheckRequest check;
  check.directory = why.directory;
  check.process = why.process;
  check.paths = {why.subject};
  check.today = date_of(why.now);
  auto plan = plan_one(check);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  const Task& task = plan->tasks.front();
  const auto releases = read_releases(task.at->repository);
  if (!releases) return tl::unexpected(releases.error());
  const Process& process = *task.at->judged->process;
  auto mover = find_identity(process, task.at->repository.root, why.mover);
  if (!mover) return tl::unexpected(std::move(mover.error()));
  why.mover = std::move(*mover);
  const auto step = plan_step(process, *task.card, why.to, why.release);
  if (!step) return tl::unexpected(step.error());
  auto gate = judge_task(task, *step, *releases, why);
  if (!gate) return tl::unexpected(std::move(gate.error()));

  Promotion promotion;
  promotion.root = task.at->repository.root;
  promotion.run = gate_run(task, std::move(*gate), why.now);
  const GateVerdict& judged = promotion.run.proposals.front().gate;
  promotion.refused = stays_closed(judged) || (!judged.open() && !request.override_gate);
  if (promotion.refused) return promotion;
  if (!judged.open()) promotion.overridden = closing(judged);

  const Examined examined = examine(task, step->to_stage, step->to_status);
  bool noted = false;
  auto changes = move_edits(task, examined, *step,
                            {date_of(why.now), why.mover, why.reason, promotion.overridden}, noted);
  if (!changes) return tl::unexpected(std::move(changes.error()));
  promotion.changes = std::move(*changes);
  if (!noted && !why.reason.empty()) {
    promotion.reason_lost = process.history.empty()
                                ? "the process has no section for it"
                                : fmt::format("the document has no \"{}\"", process.history);
  }
  const std::string place = final_place_of(process, *task.card, step->to_stage);
  if (!place.empty()) {
    auto moved = relocate(*task.at, *task.card, place, promotion.changes);
    if (!moved) return tl::unexpected(std::move(moved.error()));
  }
  std::ranges::sort(promotion.changes, {}, &FileChange::path);
  return promotion;
}

Result<void> make_promotion(const Promotion& promotion) {
  return apply_changes(promotion.root, promotion.changes);
}

}  // namespace milepost
