#include "workspace/gate_judge.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gates/conditions.h"
#include "proposal/facts.h"
#include "workspace/approvals.h"
#include "workspace/merged.h"

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
                        {in_.proposal, in_.judgement}, this, TextEvidence::Asks::kFields),
      evidence_(subject.evidence, process_, subject.selected.at->judged().judge,
                {in_.proposal, in_.judgement}, this, TextEvidence::Asks::kItems) {}

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

Result<void> GateJudge::read_issue_once() const {
  if (read_) return *read_;
  auto text = subject_.evidence.issue_text(state());
  read_ = text ? Result<void>() : tl::unexpected(text.error());
  issue_ = std::make_unique<const Issue>(
      read_issue(form(), issue_source(in_.card, text ? *text : std::string())));
  return *read_;
}

std::optional<KnownIssue> GateJudge::issue() const {
  if (!form().present() || state().tracker.base.empty() || !read_issue_once()) return std::nullopt;
  KnownIssue known;
  known.text_merged = is_text_merged(*subject_.selected.at, in_.card, state());
  if (!form().find_field(IssueValue::kProposal)) return known;
  const IssueFieldText* const link = issue_->find(IssueValue::kProposal);
  known.link = link && !is_unset(process_, link->value) ? link->value : std::string();
  return known;
}

bool GateJudge::is_merged() const { return is_metadata_merged(*subject_.selected.at, in_.card); }

const Tracker* GateJudge::tracker() const {
  if (!form().present() || !read_issue_once()) return nullptr;
  if (tracker_) return &*tracker_;
  boxes_ = read_items(form(), in_.proposal.document);
  const Step& step = subject_.step;
  tracker_ = make_tracker(
      {process_, in_.card, in_.facts.rosters(), state(), *issue_, step.release,
       step.to_stage.empty() ? step.from_stage : step.to_stage, subject_.now,
       [this](const Condition& condition) { return judge_item(condition); }, boxes_,
       [this](const ItemState& item, const Role& role) { return changes_of(item, role); }});
  return &*tracker_;
}

std::vector<std::string> GateJudge::changes_of(const ItemState& item, const Role& role) const {
  const StoredEvidence& evidence = subject_.evidence;
  if (!evidence.known()) return {};
  const JudgedText text{in_.proposal, in_.judgement};
  const auto kept = [&](const std::string& key) { return evidence.approved_text(key); };
  return changes_since({process_, subject_.selected.at->judged().judge, text, state(),
                        evidence.sha256(), kept, evidence.counts_words()},
                       role, item);
}

std::optional<Recorded> GateJudge::ask(std::string_view what) const {
  if (!form().present() || state().tracker.base.empty()) return std::nullopt;
  if (const auto read = read_issue_once(); !read) return Recorded{false, read.error().message};
  const Tracker& tracker = *this->tracker();
  const auto open = open_items(tracker, what);
  if (!open) return std::nullopt;
  if (open->empty()) return Recorded{true, {}};
  std::vector<std::string_view> keys;
  for (const std::size_t i : *open) keys.push_back(tracker.items[i].item->key);
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
