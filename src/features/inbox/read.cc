#include "features/inbox/read.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "base/parallel.h"
#include "features/release/freeze_judge.h"
#include "features/release/freeze_state.h"
#include "features/track/tracked.h"
#include "proposal/review_edit.h"
#include "workspace/identity.h"
#include "workspace/known.h"
#include "workspace/load_history.h"

namespace milepost::inbox {

namespace {

// Of a proposal, by its path: when its files last changed.
using Changes = std::unordered_map<std::string, Instant>;

Changes read_changes(const History& history) {
  Changes changes;
  for (const Life& life : history.lives) {
    if (!life.deleted) changes[life.path()] = history.commits[life.versions.back().commit].time;
  }
  return changes;
}

// The release whose freeze comes next; nullptr when none does.
const Release* release_of_next_freeze(const Process& process, const Releases& releases,
                                      Instant now) {
  const Release* next = nullptr;
  std::optional<Instant> soonest;
  for (const Release& release : releases.all()) {
    for (const CalendarDate& date : process.calendar.dates) {
      const auto at = date.gate.empty() ? std::nullopt : release.date(date.id);
      if (!at || !(now < *at) || (soonest && !(*at < *soonest))) continue;
      soonest = at;
      next = &release;
    }
  }
  return next;
}

class Reader {
 public:
  Reader(const InboxRequest& request, std::shared_ptr<const Plan> plan, Known known,
         Changes changes)
      : request_(request),
        plan_(std::move(plan)),
        at_(*plan_->workspaces.front()),
        process_(at_.process()),
        known_(std::move(known)),
        changes_(std::move(changes)) {}

  Result<Inbox> read() {
    const auto person = find_identity(process_, at_.repository().root, request_.person);
    if (!person) return tl::unexpected(person.error());
    if (person->empty()) {
      return failure("whose inbox? Say it with --as HANDLE, MILEPOST_AS or git's milepost.handle");
    }
    inbox_.addressee = find_addressee(at_.facts().rosters(), *person);
    inbox_.now = request_.now;
    inbox_.anywhere_on_earth = process_.calendar.anywhere_on_earth;
    inbox_.notes = plan_->notes;
    inbox_.troubles = plan_->troubles;
    if (auto found = find_release(); !found) return tl::unexpected(std::move(found.error()));
    if (auto opened = open_book(); !opened) return tl::unexpected(std::move(opened.error()));

    std::vector<const Selected*> tasks;
    for (const Selected& task : plan_->proposals) {
      if (is_alive(task) && (request_.release.empty() || is_target(task))) tasks.push_back(&task);
    }
    std::vector<std::vector<Awaited>> found(tasks.size());
    std::vector<std::vector<Trouble>> troubles(tasks.size());
    parallel_for(tasks.size(), request_.jobs,
                 [&](std::size_t i) { look_at(*tasks[i], found[i], troubles[i]); });
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      std::ranges::move(found[i], std::back_inserter(inbox_.items));
      std::ranges::move(troubles[i], std::back_inserter(inbox_.troubles));
    }
    put_in_order(inbox_.items);
    return std::move(inbox_);
  }

 private:
  Result<void> find_release() {
    if (request_.release.empty()) {
      release_ = release_of_next_freeze(process_, known_.releases, request_.now);
      return {};
    }
    const auto version = parse_version(request_.release);
    release_ = version ? known_.releases.find(*version) : nullptr;
    if (!release_) {
      return failure(
          process_.calendar.file.empty()
              ? fmt::format("the process {} has no releases", process_.name)
              : fmt::format("{} has no release {}", process_.calendar.file, request_.release));
    }
    inbox_.release = to_string(release_->version);
    return {};
  }

  // Only texts of tracking issues are read while looking at proposals.
  Result<void> open_book() {
    if (!known_.record.known() || !process_.tracking.present()) return {};
    auto book = RecordBook::open(at_.repository(), request_.store, Access::kRead, request_.now);
    if (!book) return tl::unexpected(std::move(book.error()));
    book_ = std::make_shared<RecordBook>(std::move(*book));
    return {};
  }

  const ProposalState& state_of(const Selected& task) const {
    return known_.record.state_of(*task.card);
  }

  bool is_target(const Selected& task) const {
    return release_ && (release::aims_at(process_, *task.card, release_->version) ||
                        state_of(task).find_part(to_string(release_->version)));
  }

  // Open, or finished with the release whose freezes are still ahead.
  bool is_alive(const Selected& task) const {
    const Status* const status = process_.find_status(task.card->status);
    if (!status) return false;
    return !status->closed || (!status->failed && !status->successor && is_target(task));
  }

  void look_at(const Selected& task, std::vector<Awaited>& found, std::vector<Trouble>& troubles) {
    const Card& card = *task.card;
    const auto changed = changes_.find(card.path);
    const AskedOf of{task.at->process(), card, at_.facts().rosters(), request_.now,
                     changed == changes_.end() ? std::nullopt : std::optional(changed->second)};
    std::vector<Ask> asks = asks_of_record(of, state_of(task), known_.releases);
    const auto take = [&](std::vector<Ask> more) {
      std::ranges::move(more, std::back_inserter(asks));
    };
    const auto looked =
        is_target(task) ? look_at_freezes(task, of, take) : look_at_step(task, of, take);
    if (!looked) troubles.push_back({card.path, looked.error().message});
    if (book_ && !state_of(task).tracker.base.empty()) {
      if (const auto read = look_at_issue(task, of, take); !read) {
        troubles.push_back({card.path, read.error().message});
      }
    }
    for (Ask& ask : asks) {
      if (!is_for(inbox_.addressee, ask, of)) continue;
      found.push_back({stream_of(card), card.number, card.title, card.group,
                       at_.repository().shown_path(card.path), card.status, card.stage,
                       std::move(ask)});
    }
  }

  template <typename Take>
  Result<void> look_at_freezes(const Selected& task, const AskedOf& of, const Take& take) const {
    auto exam = release::examine_for_freezes(*release_, task);
    if (!exam) return tl::unexpected(std::move(exam.error()));
    take(asks_of_text(of, exam->examined.proposal->document));
    const std::string name = to_string(release_->version);
    const ProposalState& state = state_of(task);
    const PartState* const part = state.find_part(name);
    if (part && part->part == Part::kRemoved) return {};
    std::vector<const CalendarDate*> ahead;
    std::vector<JudgedGate> gates;
    for (const CalendarDate& date : process_.calendar.dates) {
      if (date.gate.empty()) continue;
      const release::FreezeRecord record{release_->date(date.id), part,
                                         state.find_exception(name, date.id),
                                         state.find_met(name, date.id) != nullptr};
      const auto deadline = release::own_deadline(record);
      if (!deadline || release::has_passed(record, request_.now) || !release::is_to_judge(record))
        continue;
      ahead.push_back(&date);
      gates.push_back({{}, exam->step.to_stage, name, date.title, deadline});
    }
    const auto missing = release::judge_freezes(
        {known_.releases, *release_, known_.record, request_.now}, task, *exam, ahead);
    for (std::size_t i = 0; i < gates.size(); ++i) {
      gates[i].verdicts = missing[i];
      take(asks_of_gate(of, gates[i]));
    }
    if (auto risk = at_risk(of, std::span(gates).first(at_stake(ahead, missing)))) {
      take({std::move(*risk)});
    }
    return {};
  }

  // How many of the coming freezes an author should think of: those up to the one that
  // admits, and once that has passed those up to the first that lacks something.
  static std::size_t at_stake(const std::vector<const CalendarDate*>& ahead,
                              const std::vector<std::vector<Verdict>>& missing) {
    const auto admits = std::ranges::find_if(ahead, &CalendarDate::admits);
    if (admits != ahead.end()) return static_cast<std::size_t>(admits - ahead.begin()) + 1;
    const auto lacks =
        std::ranges::find_if(missing, [](const auto& verdicts) { return !verdicts.empty(); });
    return lacks == missing.end() ? 0 : static_cast<std::size_t>(lacks - missing.begin()) + 1;
  }

  // A review that its file asks for and does not have is for the stage the proposal is in.
  bool is_review_asked(const Selected& task) const {
    const std::string_view stage = task.card->metadata->known_stage;
    if (stage.empty()) return false;
    return std::ranges::any_of(process_.reviews, [&](const Review& review) {
      const ReviewFile* const file = find_review(task.at->facts(), *task.card, review);
      return file && file->yaml->root().find(stage) &&
             people_in(process_, file->approver(stage)).empty();
    });
  }

  // Opting in is in time until the next freeze.
  void put_before_freezes(const Release& release, Ask& ask) const {
    for (const CalendarDate& date : process_.calendar.dates) {
      const auto at = date.gate.empty() ? std::nullopt : release.date(date.id);
      if (!at || !(request_.now < *at) || (ask.deadline && !(*at < *ask.deadline))) continue;
      ask.deadline = at;
      ask.deadline_title = date.title;
    }
  }

  template <typename Take>
  Result<void> look_at_step(const Selected& task, const AskedOf& of, const Take& take) const {
    const std::string to(is_review_asked(task) ? task.card->metadata->known_stage : "");
    const auto step = plan_step(process_, *task.card, to, "");
    const Examined examined =
        step ? examine(task, step->to_stage, step->to_status) : examine(task, {});
    if (!examined.proposal) return failure(examined.troubles.front().message);
    take(asks_of_text(of, examined.proposal->document));
    if (!step) return {};
    // What was aimed at a release that has gone by is first aimed at another.
    const auto aim = parse_version(step->release);
    if (aim && is_behind(known_.releases, *aim, request_.now)) return {};
    auto gate = judge_examined(task, examined, *step, known_, request_.now);
    if (!gate) return tl::unexpected(std::move(gate.error()));
    std::vector<Ask> asks = asks_of_gate(of, {gate->conditions, step->to_stage, step->release});
    const Release* const release = aim ? known_.releases.find(*aim) : nullptr;
    for (Ask& ask : asks) {
      if (ask.opts_in && release) put_before_freezes(*release, ask);
    }
    take(std::move(asks));
    return {};
  }

  template <typename Take>
  Result<void> look_at_issue(const Selected& task, const AskedOf& of, const Take& take) {
    track::TrackRequest request;
    request.directory = request_.directory;
    request.process = request_.process;
    request.release = request_.release;
    request.now = request_.now;
    auto tracked = track::TrackedProposal::open(request, plan_, task, book_);
    if (!tracked) return tl::unexpected(std::move(tracked.error()));
    const auto issue = (*tracked)->need_issue(state_of(task));
    if (!issue) return tl::unexpected(issue.error());
    take(asks_of_tracker(of, state_of(task),
                         make_tracker((*tracked)->input(state_of(task), **issue))));
    return {};
  }

  const InboxRequest& request_;
  const std::shared_ptr<const Plan> plan_;
  const Workspace& at_;
  const Process& process_;
  const Known known_;
  const Changes changes_;
  const Release* release_ = nullptr;  // whose freezes are looked at
  std::shared_ptr<RecordBook> book_;
  Inbox inbox_;
};

}  // namespace

Result<Inbox> read_inbox(const InboxRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.whole = true;
  check.today = date_of(request.now);
  check.jobs = request.jobs;
  auto plan = make_plan(check);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  if (plan->workspaces.empty()) return failure("there are no proposals here");
  const Workspace& at = *plan->workspaces.front();
  auto known = read_known(at.repository(), request.store, request.now, nullptr);
  if (!known) return tl::unexpected(std::move(known.error()));
  Changes changes;
  // Outside of git nobody knows how long something waits.
  if (const auto& past = at.past()) changes = read_changes(past->history);
  return Reader(request, std::make_shared<const Plan>(std::move(*plan)), std::move(*known),
                std::move(changes))
      .read();
}

}  // namespace milepost::inbox
