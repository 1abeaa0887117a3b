#include "features/release/view.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/parallel.h"
#include "features/release/freeze_judge.h"
#include "workspace/stored_record.h"

namespace milepost::release {

namespace {

ReleaseKind kind_of(const Process& process, std::string_view stage) {
  const Ladder* const ladder = ladder_of(process, stage);
  if (!ladder) return ReleaseKind::kOther;
  if (ladder != &process.ladders.front()) return ReleaseKind::kDeprecating;
  return stage == ladder->stages.front() ? ReleaseKind::kNew : ReleaseKind::kGraduating;
}

// Proposals by what their events are kept under: the folder may have another name now.
using TaskByStream = std::unordered_map<std::string, const Selected*>;

TaskByStream by_stream(const Plan& plan) {
  TaskByStream tasks;
  for (const Selected& task : plan.proposals) tasks.emplace(stream_of(*task.card), &task);
  return tasks;
}

Verdict not_there() {
  return missing_verdict(VerdictKind::kThere, "the proposal was not in the repository yet");
}

Verdict files_gone() { return missing_verdict(VerdictKind::kFiles, "its files are gone"); }

class Viewer {
 public:
  Viewer(const ReleaseDesk& desk, const ReleaseRequest& request)
      : desk_(desk),
        request_(request),
        process_(desk.process()),
        name_(to_string(desk.release.version)) {
    view_.calendar = calendar_of(process_, desk.release);
    view_.now = request.before ? Instant{request.before->seconds - 1} : request.now;
    view_.notes = desk.plan.notes;
    view_.troubles = desk.plan.troubles;
    for (const CalendarDate& date : process_.calendar.dates) {
      if (!date.gate.empty()) freezes_.push_back(&date);
    }
  }

  Result<ReleaseView> view() {
    if (auto found = find_targets(); !found) return tl::unexpected(std::move(found.error()));
    if (auto judged = judge(); !judged) return tl::unexpected(std::move(judged.error()));
    for (Target& target : targets_) fill_in(target, view_.entries.emplace_back());
    return std::move(view_);
  }

 private:
  struct Target {
    const Card* card = nullptr;
    bool gone = false;  // the record has it, and the repository has not
    std::string stream;
    const ProposalState* state = nullptr;       // never null
    std::vector<std::vector<Verdict>> missing;  // parallel to freezes_
  };
  // Freezes that are looked at together, because they are judged by the same files.
  struct Question {
    Target* target = nullptr;
    std::vector<std::size_t> freezes;
  };

  Result<const ProposalState*> read_state(const std::string& stream) {
    auto state = request_.before ? desk_.book.state_before(stream, *request_.before)
                                 : desk_.book.state_of(stream);
    if (!state) return tl::unexpected(std::move(state.error()));
    return &states_.emplace(stream, std::move(*state)).first->second;  // which stays where it is
  }

  void add_target(const Card& card, bool gone, std::string stream, const ProposalState& state) {
    targets_.push_back({&card, gone, std::move(stream), &state, {}});
    targets_.back().missing.resize(freezes_.size());
  }

  // Most proposals have no part in this release, and their states are not read.
  Result<void> find_targets() {
    const auto streams = desk_.book.streams_in(name_);
    if (!streams) return tl::unexpected(streams.error());
    const std::unordered_set<std::string_view> with_part(streams->begin(), streams->end());
    std::unordered_set<std::string_view> gone = with_part;
    for (const Selected& task : desk_.plan.proposals) {
      std::string stream = stream_of(*task.card);
      const bool aims = aims_at(process_, *task.card, desk_.release.version);
      if (!aims && !with_part.contains(stream)) continue;
      gone.erase(stream);
      const auto state = read_state(stream);
      if (!state) return tl::unexpected(state.error());
      if (aims || (*state)->find_part(name_)) {
        add_target(*task.card, false, std::move(stream), **state);
      }
    }
    // Whoever was to be in the release does not leave it unseen by being deleted.
    for (const std::string& stream : *streams) {
      if (!gone.contains(stream)) continue;
      const auto state = read_state(stream);
      if (!state) return tl::unexpected(state.error());
      if (!(*state)->find_part(name_)) continue;
      add_target(gone_.emplace_back(gone_card(called_in(stream))), true, stream, **state);
    }
    const auto order = [](const Target& target) {
      const std::string& number = target.card->number;
      return std::pair(number.size(), std::string_view(number));
    };
    std::ranges::stable_sort(targets_, {}, order);
    return {};
  }

  FreezeRecord record_of(const Target& target, std::size_t freeze) const {
    const std::string& id = freezes_[freeze]->id;
    return {desk_.release.date(id), target.state->find_part(name_),
            target.state->find_exception(name_, id), target.state->find_met(name_, id) != nullptr};
  }

  Result<void> judge() {
    std::vector<Question> present;
    std::map<Instant, std::vector<Question>> past;
    for (Target& target : targets_) {
      std::vector<std::size_t> now;
      std::map<Instant, std::vector<std::size_t>> then;
      for (std::size_t i = 0; i < freezes_.size(); ++i) {
        const FreezeRecord record = record_of(target, i);
        if (!is_to_judge(record)) continue;
        (has_passed(record, view_.now) ? then[*own_deadline(record)] : now).push_back(i);
      }
      if (!now.empty()) present.push_back({&target, std::move(now)});
      for (auto& [deadline, freezes] : then) past[deadline].push_back({&target, freezes});
    }
    judge_all(present, desk_.plan, record_from(states_), view_.now, files_gone());
    for (auto& [deadline, questions] : past) {
      if (auto judged = judge_past(questions, deadline); !judged) return judged;
    }
    return {};
  }

  StoredRecord record_from(const StoredRecord::States& states) const {
    const Store& store = desk_.book.store();
    if (!store.is_there()) return {};
    StoredRecord record(states, desk_.releases, store.sha256());
    record.read_issues_by([this](const std::string& key) { return desk_.book.text(key); });
    return record;
  }

  // A freeze that has passed asks what held then.
  Result<void> judge_past(const std::vector<Question>& questions, Instant deadline) {
    StoredRecord::States states;
    for (const Question& question : questions) {
      auto state = desk_.book.state_before(question.target->stream, deadline);
      if (!state) return tl::unexpected(std::move(state.error()));
      states.emplace(question.target->stream, std::move(*state));
    }
    CheckRequest check;
    check.directory = request_.directory;
    check.process = request_.process;
    check.whole = true;
    check.today = date_of({deadline.seconds - 1});
    check.before = deadline;
    check.jobs = request_.jobs;
    const auto plan = make_plan(check);
    if (!plan) {
      view_.notes.push_back(fmt::format("what held on {} is judged by the files of today: {}",
                                        to_string(deadline), plan.error().message));
    }
    judge_all(questions, plan ? *plan : desk_.plan, record_from(states), {deadline.seconds - 1},
              not_there());
    return {};
  }

  void judge_all(const std::vector<Question>& questions, const Plan& plan,
                 const StoredRecord& record, Instant now, const Verdict& absent) {
    const TaskByStream tasks = by_stream(plan);
    parallel_for(questions.size(), request_.jobs, [&](std::size_t i) {
      const Question& question = questions[i];
      const auto task = tasks.find(question.target->stream);
      std::vector<const CalendarDate*> freezes;
      for (const std::size_t freeze : question.freezes) freezes.push_back(freezes_[freeze]);
      const FreezeQuestion asked{desk_.releases, desk_.release, record, now};
      auto missing = task != tasks.end() ? judge_freezes(asked, *task->second, freezes)
                                         : std::vector(freezes.size(), std::vector{absent});
      for (std::size_t f = 0; f < freezes.size(); ++f) {
        question.target->missing[question.freezes[f]] = std::move(missing[f]);
      }
    });
  }

  void fill_in(Target& target, ReleaseEntry& entry) const {
    const Card& card = *target.card;
    entry.stream = target.stream;
    entry.number = card.number;
    entry.title = card.title;
    entry.group = card.group;
    if (!card.path.empty()) entry.path = desk_.opened().repository().shown_path(card.path);
    entry.status = card.status;
    entry.stage = card.stage;
    entry.authors = card.authors;
    entry.kind = kind_of(process_, card.stage);
    entry.top = process_.has_stage(card.stage) && next_stage(process_, card.stage).empty();
    const Status* const status = process_.find_status(card.status);
    entry.closed = status && status->closed;
    entry.aims = aims_at(process_, card, desk_.release.version);
    if (const PartState* part = target.state->find_part(name_)) entry.part = *part;
    for (const ExceptionState& exception : target.state->exceptions) {
      if (exception.release == name_) entry.exceptions.push_back(exception);
    }
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      FreezeStanding& standing = entry.freezes.emplace_back();
      const FreezeRecord record = record_of(target, i);
      standing.id = freezes_[i]->id;
      standing.title = freezes_[i]->title;
      standing.deadline = own_deadline(record);
      standing.passed = has_passed(record, view_.now);
      standing.met = record.met;
      standing.missing = std::move(target.missing[i]);
      const bool lacks_opt_in = std::ranges::any_of(standing.missing, &Verdict::asks_opt_in);
      standing.standing = standing_at(record, {standing.missing.empty(), lacks_opt_in}, view_.now);
    }
    decide(target, entry);
    if (target.gone) say_gone(entry);
  }

  // Nothing of it can go into the release, whatever it met before.
  static void say_gone(ReleaseEntry& entry) {
    entry.admitted = false;
    const bool is_in = entry.part && entry.part->part == Part::kIn;
    if (!is_in || entry.freezes.empty()) return;
    FreezeStanding& freeze = entry.freezes[entry.deciding];
    entry.standing = freeze.standing = FreezeState::kAtRisk;
    if (std::ranges::find(freeze.missing, VerdictKind::kFiles, &Verdict::kind) ==
        freeze.missing.end()) {
      freeze.missing.push_back(files_gone());
    }
  }

  // One without a date has not passed, and is not what comes next where another has one.
  bool is_behind(const ReleaseEntry& entry, std::size_t freeze) const {
    if (entry.freezes[freeze].standing != FreezeState::kTracked) return false;
    if (entry.freezes[freeze].passed) return true;
    return !entry.freezes[freeze].deadline &&
           std::any_of(entry.freezes.begin() + static_cast<std::ptrdiff_t>(freeze),
                       entry.freezes.end(),
                       [](const FreezeStanding& later) { return later.deadline.has_value(); });
  }

  // The first freeze that is not met says where the proposal stands, up to the one that
  // comes next.
  void decide(const Target& target, ReleaseEntry& entry) const {
    if (entry.freezes.empty()) {
      entry.standing =
          standing_at({std::nullopt, target.state->find_part(name_)}, {true, false}, view_.now);
      entry.admitted = entry.standing == FreezeState::kTracked;
      return;
    }
    const auto pending =
        std::ranges::find(entry.freezes, FreezeState::kPending, &FreezeStanding::standing);
    if (entry.freezes.front().standing == FreezeState::kRemoved && pending != entry.freezes.end()) {
      entry.deciding = static_cast<std::size_t>(pending - entry.freezes.begin());
    }
    while (entry.deciding + 1 < entry.freezes.size() && is_behind(entry, entry.deciding)) {
      ++entry.deciding;
    }
    entry.standing = entry.freezes[entry.deciding].standing;
    entry.admitted = is_admitted(entry);
  }

  // Up to the freeze that admits everything holds, and no other was missed. Where none
  // admits, the next one does.
  bool is_admitted(const ReleaseEntry& entry) const {
    std::size_t admitting = entry.deciding;
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      if (freezes_[i]->admits) admitting = i;
    }
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      const FreezeStanding& freeze = entry.freezes[i];
      const bool holds =
          freeze.standing == FreezeState::kTracked || freeze.standing == FreezeState::kException;
      const bool decided = freeze.standing == FreezeState::kRemoved ||
                           freeze.standing == FreezeState::kDeferred ||
                           (i <= admitting && freeze.standing == FreezeState::kOut);
      if (decided || (!holds && (i <= admitting || freeze.passed))) return false;
    }
    return true;
  }

  const ReleaseDesk& desk_;
  const ReleaseRequest& request_;
  const Process& process_;
  const std::string name_;  // of the release, as events have it
  std::vector<const CalendarDate*> freezes_;
  StoredRecord::States states_;
  std::deque<Card> gone_;
  std::vector<Target> targets_;
  ReleaseView view_;
};

}  // namespace

Result<ReleaseView> view_release(const ReleaseDesk& desk, const ReleaseRequest& request) {
  return Viewer(desk, request).view();
}

Result<ReleaseView> view_release(const ReleaseRequest& request) {
  const auto desk = open_desk(request, Access::kRead);
  if (!desk) return tl::unexpected(desk.error());
  return view_release(*desk, request);
}

}  // namespace milepost::release
