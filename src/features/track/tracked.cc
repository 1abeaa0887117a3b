#include "features/track/tracked.h"

#include <fmt/format.h>

#include "base/version.h"
#include "store/events.h"
#include "workspace/approvals.h"
#include "workspace/gate_judge.h"
#include "workspace/identity.h"

namespace milepost::track {

namespace {

// What the items of one issue are computed from, each answered once.
struct ComputedItems {
  ComputedItems(const Selected& selected, const Examined& examined, const Releases& releases,
                Instant now, StoredEvidence given, Step at)
      : evidence(std::move(given)),
        step(std::move(at)),
        judge({selected, examined, step, releases, evidence, now}) {}

  const StoredEvidence evidence;
  const Step step;
  const GateJudge judge;
  std::map<const Condition*, Verdict> verdicts;
};

}  // namespace

Result<void> need_tracking(const Process& process) {
  if (process.tracking.present()) return {};
  return failure(fmt::format("the process {} has no tracking issues: its pack has no `tracking`",
                             process.name));
}

Result<std::unique_ptr<TrackedProposal>> TrackedProposal::open(const Workspace& workspace,
                                                               const TrackOptions& options,
                                                               Access access) {
  TRY(auto selection, workspace.select_one(options.subject));
  return open(std::make_shared<const Selection>(std::move(selection)), options, access);
}

Result<std::unique_ptr<TrackedProposal>> TrackedProposal::open(
    std::shared_ptr<const Selection> selection, const TrackOptions& options, Access access) {
  const Selected& selected = selection->proposals.front();
  std::shared_ptr<Record> written;
  std::shared_ptr<const Record> record;
  if (access == Access::kWrite && !options.dry_run) {
    TRY(written, selected.at->open_record(access));
    record = written;
  } else {
    TRY(record, selected.at->record());
  }
  TRY(auto tracked, make(selected, std::move(record), options));
  tracked->selection_ = std::move(selection);
  tracked->written_ = std::move(written);
  return tracked;
}

// A release that was named is one that there is; the calendar need not go back to it.
Result<void> TrackedProposal::check_release() const {
  const auto version = parse_version(options_.release);
  const auto& all = releases().all();
  if (!version || all.empty() || *version < all.front().version || releases().find(*version) ||
      parse_version(card().latest_milestone) == version) {
    return {};
  }
  return failure(fmt::format("{} has no release {}", process().calendar.file, options_.release));
}

Result<std::unique_ptr<TrackedProposal>> TrackedProposal::make(const Selected& selected,
                                                               std::shared_ptr<const Record> record,
                                                               const TrackOptions& options) {
  std::unique_ptr<TrackedProposal> made(new TrackedProposal(selected, std::move(record), options));
  TRY(need_tracking(made->process()));
  made->examined_ = examine(selected, {});
  if (!made->examined_.proposal) {
    const ReadError& read_error = made->examined_.read_errors.front();
    return failure(fmt::format("{}: {}", read_error.path, read_error.message));
  }
  if (const auto& releases = made->workspace().calendar(); !releases) {
    return tl::unexpected(releases.error());
  }
  const auto version =
      parse_version(options.release.empty() ? made->card().latest_milestone : options.release);
  made->release_ = version ? to_string(*version) : std::string();
  TRY(made->check_release());
  made->read_boxes();
  return made;
}

void TrackedProposal::read_boxes() {
  boxes_ = read_items(form(), examined_.proposal->document);
  // Ticks of a sign-off list in the document are for the release that it aims at.
  const auto latest = parse_version(card().latest_milestone);
  if (release_ == (latest ? to_string(*latest) : std::string())) return;
  std::erase_if(boxes_,
                [](const IssueItem& box) { return box.list->scope == ListScope::kRelease; });
}

std::string TrackedProposal::stage() const { return std::string(examined_.judgement.stage); }

Result<std::shared_ptr<const Issue>> TrackedProposal::issue_of(const ProposalState& state) {
  const std::string& key = state.tracker.base;
  if (key.empty()) return nullptr;
  if (const auto known = issues_.find(key); known != issues_.end()) return known->second;
  TRY(auto text, within("reading the issue", record_->text(key)));
  if (!text) return failure("the record has lost the text of the issue");
  auto issue = std::make_shared<const Issue>(read_issue(form(), issue_source(card(), *text)));
  issues_[key] = issue;
  return issue;
}

Result<std::shared_ptr<const Issue>> TrackedProposal::need_issue(const ProposalState& state) {
  auto issue = issue_of(state);
  if (!issue || *issue) return issue;
  return failure(
      fmt::format("{} has no tracking issue yet: milepost track new {} makes it, milepost track "
                  "import reads it",
                  called(card()), called(card())));
}

TrackerInput TrackedProposal::input(const ProposalState& state, const Issue& issue,
                                    ItemJudge judge) const {
  return {process(),
          card(),
          workspace().facts().rosters(),
          state,
          issue,
          release_,
          stage(),
          workspace().now(),
          std::move(judge),
          boxes_,
          [this, &state](const ItemState& item, const Role& role) {
            return changes_of(state, item, role);
          }};
}

std::vector<std::string> TrackedProposal::changes_of(const ProposalState& state,
                                                     const ItemState& item,
                                                     const Role& role) const {
  if (!record_->store().is_there()) return {};
  const JudgedText text = judged_text();
  const auto kept = [this](const std::string& key) -> std::optional<std::string> {
    auto found = record_->text(key);
    return found ? std::move(*found) : std::nullopt;
  };
  return changes_since(
      {process(), workspace().judged().judge, text, state, record_->store().sha256(), kept}, role,
      item);
}

TrackedProposal::ItemJudge TrackedProposal::judge_by(const ProposalState& state) const {
  const auto items =
      std::make_shared<ComputedItems>(selected_, examined_, releases(), workspace().now(),
                                      evidence_of(record_, releases(), card(), state),
                                      standing_step(card().status, stage(), release_));
  return [items](const Condition& condition) {
    const auto known = items->verdicts.find(&condition);
    if (known != items->verdicts.end()) return known->second;
    return items->verdicts[&condition] = items->judge.judge_item(condition);
  };
}

Result<Actor> TrackedProposal::actor() const {
  TRY(auto person, need_identity(process(), workspace().root(), options_.person));
  return Actor{std::move(person), workspace().now()};
}

Result<void> TrackedProposal::check_editor(const Actor& actor) const {
  return may_edit(process(), card(), workspace().facts().rosters(), actor.handle);
}

NewEvent TrackedProposal::event(const Actor& actor, events::Encoded what) const {
  return event_of(card(), actor, std::move(what));
}

Result<std::vector<NewEvent>> TrackedProposal::act(const Record::Decide& decide) {
  std::vector<NewEvent> events;
  const auto noted = [&](const ProposalState& state) -> Result<Decision> {
    auto decision = decide(state);
    if (decision) events = decision->events;
    return decision;
  };
  if (written_) {
    TRY(written_->act(card(), noted));
    return events;
  }
  TRY(const ProposalState state, record_->state_of(card()));
  if (const auto decision = noted(state); !decision) return tl::unexpected(decision.error());
  return events;
}

}  // namespace milepost::track
