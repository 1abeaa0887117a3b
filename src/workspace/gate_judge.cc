#include "workspace/gate_judge.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gates/conditions.h"
#include "proposal/facts.h"

namespace milepost {

GateJudge::GateJudge(const GateSubject& subject)
    : subject_(subject),
      process_(subject.selected.at->process()),
      links_(process_, subject.examined.proposal->document, subject.selected.card->files.document),
      in_{process_,
          *subject.examined.proposal,
          subject.examined.judgement,
          *subject.selected.card,
          subject.selected.at->facts(),
          links_},
      files_and_events_(subject.evidence, process_, subject.selected.at->judged().judge,
                        {in_.proposal, in_.judgement}),
      evidence_(subject.evidence, process_, subject.selected.at->judged().judge,
                {in_.proposal, in_.judgement},
                [this](std::string_view what) { return ask_tracker(what); }) {}

GateInput GateJudge::input(const Evidence& evidence) const {
  return {in_,
          subject_.examined.findings,
          subject_.selected.at->repository(),
          subject_.step,
          subject_.releases,
          evidence,
          subject_.now,
          subject_.reason,
          subject_.mover};
}

GateVerdict GateJudge::with_text(GateVerdict gate) const {
  gate.step = subject_.step;
  if (auto missing = missing_text(in_)) gate.conditions.push_back(std::move(*missing));
  return gate;
}

Result<void> GateJudge::read_tracker() {
  if (!process_.tracking.present()) return {};
  const ProposalState& state = subject_.evidence.state_of(in_.card);
  if (state.tracker.base.empty()) return {};
  TRY(auto text, subject_.evidence.issue_text(state));
  issue_ =
      std::make_unique<const Issue>(read_issue(process_.tracking, issue_source(in_.card, text)));
  const Step& step = subject_.step;
  tracker_ = make_tracker({process_, in_.card, in_.facts.rosters(), state, *issue_, step.release,
                           step.to_stage.empty() ? step.from_stage : step.to_stage, subject_.now,
                           [this](const Condition& condition) { return judge_item(condition); }});
  return {};
}

std::optional<Recorded> GateJudge::ask_tracker(std::string_view what) {
  if (!read_) read_ = read_tracker();
  if (!*read_) return Recorded{false, read_->error().message};
  const auto open = open_items(tracker_, what);
  if (!open) return std::nullopt;
  if (open->empty()) return Recorded{true, {}};
  std::vector<std::string_view> keys;
  for (const std::size_t i : *open) keys.push_back(tracker_.items[i].item->key);
  return Recorded{false, fmt::format("open: {}", fmt::join(keys, ", "))};
}

Result<GateVerdict> judge_gate(const Selected& selected, const Examined& examined, const Step& step,
                               const StoredEvidence& evidence, const Mover& mover) {
  if (!examined.proposal) {
    return failure(fmt::format("{}: {}", examined.read_errors.front().path,
                               examined.read_errors.front().message));
  }
  TRY(const Releases& releases, selected.at->calendar());
  return GateJudge({selected, examined, step, releases, evidence, selected.at->now(), mover.reason,
                    mover.handle})
      .judge();
}

}  // namespace milepost
