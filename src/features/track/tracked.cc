#include "features/track/tracked.h"

#include <fmt/format.h>

#include "base/version.h"
#include "gates/conditions.h"
#include "workspace/calendar.h"
#include "workspace/gate_judge.h"
#include "workspace/identity.h"

namespace milepost::track {

namespace {

// What the items of one issue are computed from, each answered once.
struct ComputedItems {
  ComputedItems(const Selected& task, const Examined& examined, const Releases& releases,
                Instant now, StoredRecord recorded, Step at)
      : record(std::move(recorded)),
        step(std::move(at)),
        judge({task, examined, step, releases, record, now}) {}

  const StoredRecord record;
  const Step step;
  const GateJudge judge;
  std::map<const Condition*, Verdict> verdicts;
};

}  // namespace

CheckRequest track_plan(const TrackRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  if (!request.subject.empty()) check.paths = {request.subject};
  check.today = date_of(request.now);
  return check;
}

Result<std::unique_ptr<TrackedProposal>> TrackedProposal::open(const TrackRequest& request,
                                                               Access access) {
  auto plan = plan_one(track_plan(request));
  if (!plan) return tl::unexpected(std::move(plan.error()));
  const auto kept = std::make_shared<const Plan>(std::move(*plan));
  const Selected& task = kept->proposals.front();
  auto book = RecordBook::open(task.at->repository(), request.store,
                               request.dry_run ? Access::kRead : access, request.now);
  if (!book) return tl::unexpected(std::move(book.error()));
  return open(request, kept, task, std::make_shared<RecordBook>(std::move(*book)));
}

// A release that was named is one that there is; the calendar need not go back to it.
Result<void> TrackedProposal::check_release() const {
  const auto version = parse_version(request_.release);
  const auto& all = releases_.all();
  if (!version || all.empty() || *version < all.front().version || releases_.find(*version) ||
      parse_version(card().latest_milestone) == version) {
    return {};
  }
  return failure(fmt::format("{} has no release {}", process().calendar.file, request_.release));
}

Result<std::unique_ptr<TrackedProposal>> TrackedProposal::open(const TrackRequest& request,
                                                               std::shared_ptr<const Plan> plan,
                                                               const Selected& task,
                                                               std::shared_ptr<RecordBook> book) {
  std::unique_ptr<TrackedProposal> opened(new TrackedProposal(request));
  opened->plan_ = std::move(plan);
  opened->task_ = &task;
  opened->book_ = std::move(book);
  if (!opened->form().present()) {
    return failure(fmt::format("the process {} has no tracking issues: its pack has no `tracking`",
                               opened->process().name));
  }
  opened->examined_ = examine(task, {});
  if (!opened->examined_.proposal) {
    const Trouble& trouble = opened->examined_.troubles.front();
    return failure(fmt::format("{}: {}", trouble.path, trouble.message));
  }
  const Card& card = opened->card();
  auto releases = read_releases(task.at->repository());
  if (!releases) return tl::unexpected(std::move(releases.error()));
  opened->releases_ = std::move(*releases);
  const std::string& release = request.release.empty() ? card.latest_milestone : request.release;
  const auto version = parse_version(release);
  opened->release_ = version ? to_string(*version) : std::string();
  if (auto known = opened->check_release(); !known) return tl::unexpected(known.error());
  return opened;
}

std::string TrackedProposal::stage() const { return std::string(examined_.judgement.stage); }

Result<std::shared_ptr<const Issue>> TrackedProposal::issue_of(const ProposalState& state) {
  const std::string& key = state.tracker.base;
  if (key.empty()) return nullptr;
  if (const auto known = issues_.find(key); known != issues_.end()) return known->second;
  auto text = book_->text(key);
  if (!text) return tl::unexpected(std::move(text.error()).within("reading the issue"));
  if (!*text) return failure("the record has lost the text of the issue");
  auto issue =
      std::make_shared<const Issue>(read_issue(form(), issue_source(card(), std::move(**text))));
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
  return {process(), card(),       task().at->facts().rosters(),
          state,     issue,        release_,
          stage(),   request_.now, std::move(judge)};
}

TrackedProposal::ItemJudge TrackedProposal::judge_by(const ProposalState& state) const {
  Step step;
  step.from_status = step.to_status = card().status;
  step.from_stage = step.to_stage = stage();
  step.release = release_;
  step.is_stage = !step.to_stage.empty();
  const auto items =
      std::make_shared<ComputedItems>(task(), examined_, releases_, request_.now,
                                      record_of(book_, releases_, card(), state), std::move(step));
  return [items](const Condition& condition) {
    const auto known = items->verdicts.find(&condition);
    if (known != items->verdicts.end()) return known->second;
    return items->verdicts[&condition] = items->judge.judge_item(condition);
  };
}

Result<Actor> TrackedProposal::actor() const {
  auto person = need_identity(process(), task().at->repository().root, request_.person);
  if (!person) return tl::unexpected(std::move(person.error()));
  return Actor{std::move(*person), request_.now};
}

Result<void> TrackedProposal::check_editor(const Actor& actor) const {
  return may_edit(process(), card(), task().at->facts().rosters(), actor.handle);
}

NewEvent TrackedProposal::event(std::string_view kind, const Actor& actor,
                                EventFields fields) const {
  return event_of(card(), kind, actor, std::move(fields));
}

Result<std::vector<NewEvent>> TrackedProposal::act(const RecordBook::Decide& decide) {
  std::vector<NewEvent> events;
  const auto noted = [&](const ProposalState& state) -> Result<Decision> {
    auto decision = decide(state);
    if (decision) events = decision->events;
    return decision;
  };
  if (request_.dry_run) {
    const auto state = book_->state_of(card());
    if (!state) return tl::unexpected(state.error());
    if (auto decision = noted(*state); !decision) {
      return tl::unexpected(std::move(decision.error()));
    }
    return events;
  }
  if (auto done = book_->act(card(), noted); !done) return tl::unexpected(std::move(done.error()));
  return events;
}

}  // namespace milepost::track
