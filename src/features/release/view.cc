#include "features/release/view.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/parallel.h"
#include "features/release/calendar.h"
#include "features/release/freeze_judge.h"
#include "features/release/stage_step.h"
#include "workspace/stored_evidence.h"

namespace milepost::release {

namespace {

// Proposals by what their events are kept under: the folder may have another name now.
using ByStream = std::unordered_map<std::string, const Selected*>;

ByStream by_stream(const Selection& selection) {
  ByStream proposals;
  for (const Selected& selected : selection.proposals) {
    proposals.emplace(stream_of(*selected.card), &selected);
  }
  return proposals;
}

Verdict not_there() {
  return missing_verdict(VerdictKind::kThere, "the proposal was not in the repository yet");
}

Verdict files_gone() { return missing_verdict(VerdictKind::kFiles, "its files are gone"); }

class Viewer {
 public:
  Viewer(const ReleaseContext& context, const Record& record, const ViewOptions& options)
      : context_(context),
        options_(options),
        workspace_(context.workspace),
        record_(record),
        process_(context.process()),
        name_(context.name()) {
    view_.calendar = calendar_of(process_, context.release);
    view_.now = workspace_.now();
    view_.notes = context.selection.notes;
    view_.read_errors = context.selection.read_errors;
    for (const CalendarDate& date : process_.calendar.dates) {
      if (!date.gate.empty()) freezes_.push_back(&date);
    }
    find_next();
    // Without git, what earlier releases brought is told by the files alone.
    if (const auto& past = workspace_.past()) history_ = &past->history;
  }

  Result<ReleaseView> view() {
    TRY(find_targets());
    TRY(judge());
    report_unreadable();
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

  void find_next() {
    for (const CalendarDate* const freeze : freezes_) {
      const auto at = context_.release.date(freeze->id);
      if (at && view_.now < *at && (!next_ || *at < *next_)) next_ = at;
    }
  }

  Result<const ProposalState*> read_state(const std::string& stream) {
    TRY(auto state, record_.state_of(stream));
    return &states_.emplace(stream, std::move(state)).first->second;  // which stays where it is
  }

  void add_target(const Card& card, bool gone, std::string stream, const ProposalState& state) {
    targets_.push_back({&card, gone, std::move(stream), &state, {}});
    targets_.back().missing.resize(freezes_.size());
  }

  // Most proposals have no part in this release, and their states are not read.
  Result<void> find_targets() {
    TRY(const auto streams, record_.streams_in(name_));
    const std::unordered_set<std::string_view> recorded(streams.begin(), streams.end());
    std::unordered_set<std::string_view> gone = recorded;
    for (const Selected& selected : context_.selection.proposals) {
      std::string stream = stream_of(*selected.card);
      const bool aims = aims_at(process_, *selected.card, context_.release.version);
      if (!aims && !recorded.contains(stream)) continue;
      gone.erase(stream);
      TRY(const auto state, read_state(stream));
      if (is_of_release(process_, *selected.card, context_.release.version, *state)) {
        add_target(*selected.card, false, std::move(stream), *state);
      }
    }
    // Whoever was to be in the release does not leave it unseen by being deleted.
    for (const std::string& stream : streams) {
      if (!gone.contains(stream)) continue;
      TRY(const auto state, read_state(stream));
      if (!state->find_participation(name_)) continue;
      add_target(gone_.emplace_back(gone_card(called_in(stream))), true, stream, *state);
    }
    const auto order = [](const Target& target) {
      const std::string& number = target.card->number;
      return std::pair(number.size(), std::string_view(number));
    };
    std::ranges::stable_sort(targets_, {}, order);
    return {};
  }

  FreezeRecord record_of(const Target& target, std::size_t freeze) const {
    FreezeRecord record = freeze_record(context_.release, freezes_[freeze]->id, *target.state);
    record.later = record.deadline && next_ && *next_ < *record.deadline;
    return record;
  }

  Result<void> judge() {
    std::vector<Question> present;
    std::map<Instant, std::vector<Question>> past;
    for (Target& target : targets_) {
      std::vector<std::size_t> now;
      std::map<Instant, std::vector<std::size_t>> then;
      for (std::size_t i = 0; i < freezes_.size(); ++i) {
        const FreezeRecord record = record_of(target, i);
        if (!is_to_judge(record) && !is_judged_anyway(i)) continue;
        (has_passed(record, view_.now) ? then[*own_deadline(record)] : now).push_back(i);
      }
      if (!now.empty()) present.push_back({&target, std::move(now)});
      for (auto& [deadline, freezes] : then) past[deadline].push_back({&target, freezes});
    }
    judge_all(present, context_.selection, evidence_from(states_), view_.now, files_gone());
    for (auto& [deadline, questions] : past) TRY(judge_past(questions, deadline));
    return {};
  }

  bool is_judged_anyway(std::size_t freeze) const {
    return options_.decided && (options_.freeze.empty() || options_.freeze == freezes_[freeze]->id);
  }

  // That it is removed or deferred is what a gate must not see of one that may come back.
  StoredEvidence::States as_if_in(StoredEvidence::States states) const {
    for (auto& [stream, state] : states) {
      for (Participation& part : state.participations) {
        const bool out = part.state == ParticipationState::kRemoved ||
                         part.state == ParticipationState::kDeferred;
        if (part.release != name_ || !out) continue;
        part.state = part.opted_in ? ParticipationState::kIn : ParticipationState::kUndecided;
      }
    }
    return states;
  }

  StoredEvidence evidence_from(const StoredEvidence::States& states) const {
    const Store& store = record_.store();
    if (!store.is_there()) return {};
    StoredEvidence evidence(options_.decided ? as_if_in(states) : states, context_.releases,
                            store.sha256());
    evidence.read_issues_by([this](const std::string& key) { return record_.text(key); });
    return evidence;
  }

  // A freeze that has passed asks what held then.
  Result<void> judge_past(const std::vector<Question>& questions, Instant deadline) {
    StoredEvidence::States states;
    for (const Question& question : questions) {
      TRY(auto state, record_.state_before(question.target->stream, deadline));
      states.emplace(question.target->stream, std::move(state));
    }
    const Result<Selection> then = select_at(deadline);
    if (!then) {
      view_.notes.push_back(fmt::format("what held on {} is judged by the files of today: {}",
                                        to_string(deadline), then.error().message));
    }
    judge_all(questions, then ? *then : context_.selection, evidence_from(states),
              {deadline.seconds - 1}, not_there());
    return {};
  }

  // The proposals as they were; the selection keeps their workspace.
  Result<Selection> select_at(Instant deadline) const {
    TRY(const auto then, workspace_.at(deadline));
    return then->select({.whole = true});
  }

  void judge_all(const std::vector<Question>& questions, const Selection& selection,
                 const StoredEvidence& evidence, Instant now, const Verdict& absent) {
    const ByStream proposals = by_stream(selection);
    parallel_for(questions.size(), workspace_.jobs(), [&](std::size_t i) {
      const Question& question = questions[i];
      const auto selected = proposals.find(question.target->stream);
      std::vector<const CalendarDate*> freezes;
      for (const std::size_t freeze : question.freezes) freezes.push_back(freezes_[freeze]);
      const FreezeQuestion asked{context_.releases, context_.release, evidence, now,
                                 options_.settled};
      auto missing = selected == proposals.end() ? std::vector(freezes.size(), std::vector{absent})
                     : is_finished_well(process_, *selected->second->card)
                         ? std::vector<std::vector<Verdict>>(freezes.size())
                         : judge_freezes(asked, *selected->second, freezes);
      for (std::size_t f = 0; f < freezes.size(); ++f) {
        question.target->missing[question.freezes[f]] = std::move(missing[f]);
      }
    });
  }

  void fill_in(Target& target, ReleaseEntry& entry) const {
    const Card& card = *target.card;
    entry.stream = target.stream;
    entry.proposal = ref_of(card, workspace_.repository());
    entry.status = card.status;
    entry.stage = card.stage;
    entry.authors = card.authors;
    fill_in_step(target, entry);
    const Status* const status = process_.find_status(card.status);
    entry.closed = status && status->closed;
    entry.aims = aims_at(process_, card, context_.release.version);
    entry.lacks_issue = process_.calendar.issue_first &&
                        process_.tracking_of(card.kind).present() &&
                        target.state->tracker.base.empty();
    if (const Participation* part = target.state->find_participation(name_))
      entry.participation = *part;
    // A candidate says nothing of its own yet.
    if (!card.has_text() && entry.participation) entry.stage = entry.participation->stage;
    for (const ExceptionState& exception : target.state->exceptions) {
      if (exception.release == name_) entry.exceptions.push_back(exception);
    }
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      FreezeEntry& freeze = entry.freezes.emplace_back();
      const FreezeRecord record = record_of(target, i);
      freeze.id = freezes_[i]->id;
      freeze.title = freezes_[i]->title;
      freeze.deadline = own_deadline(record);
      freeze.due = due_of(record, view_.now);
      freeze.passed = freeze.due == FreezeDue::kPassed;
      freeze.met = record.met;
      freeze.exempt = is_exempt(context_.release, freeze.id, *target.state);
      if (const NotifiedState* const told = target.state->find_notified(name_, freeze.id)) {
        freeze.notified = told->action;
      }
      for (Verdict& verdict : target.missing[i]) {
        (verdict.closes() ? freeze.missing : freeze.settled).push_back(std::move(verdict));
      }
      const bool lacks_opt_in = std::ranges::any_of(freeze.missing, &Verdict::asks_opt_in);
      freeze.state = state_at(record, {freeze.missing.empty(), lacks_opt_in}, view_.now);
    }
    entry.issue = target.state->tracker.address;
    decide(target, entry);
    if (target.gone) {
      say_gone(entry);
    } else if (is_done(card, entry)) {
      entry.state = FreezeState::kDone;
    }
  }

  void fill_in_step(const Target& target, ReleaseEntry& entry) const {
    const Card& card = *target.card;
    entry.to_stage = target_stage(process_, card, target.state->find_participation(name_));
    entry.top = process_.has_stage(entry.to_stage) && next_stage(process_, entry.to_stage).empty();
    if (!entry.to_stage.empty()) {
      const Lifespan* const lifespan = history_ ? history_->find(card.path) : nullptr;
      entry.from_stage = stage_reached_before(
          {process_, card, *target.state, history_, lifespan, view_.now}, context_.release.version);
    }
    entry.kind = kind_of_step(process_, entry.from_stage, entry.to_stage);
  }

  // Whoever was taken out of the release is not done with it.
  bool is_done(const Card& card, const ReleaseEntry& entry) const {
    if (entry.participation && entry.participation->state != ParticipationState::kIn &&
        entry.participation->state != ParticipationState::kUndecided) {
      return false;
    }
    const auto out = view_.calendar.dates.empty() ? std::nullopt : view_.calendar.dates.back().at;
    const bool shipped = out && !(view_.now < *out);
    return is_finished_well(process_, card) ||
           (shipped && entry.top && entry.state == FreezeState::kTracked);
  }

  // A proposal that cannot be read has its row like any other, and is reported.
  void report_unreadable() {
    for (const Target& target : targets_) {
      if (target.card->unmerged) continue;  // it may be to come
      for (const std::vector<Verdict>& missing : target.missing) {
        const auto found = std::ranges::find(missing, VerdictKind::kReadable, &Verdict::kind);
        if (found == missing.end()) continue;
        const bool known = std::ranges::any_of(view_.read_errors, [&](const ReadError& error) {
          return error.path.starts_with(target.card->path);
        });
        if (!known) view_.read_errors.push_back({target.card->path, found->message});
        break;
      }
    }
  }

  // Nothing of it can go into the release, whatever it met before.
  static void say_gone(ReleaseEntry& entry) {
    entry.admitted = false;
    const bool is_in = entry.participation && entry.participation->state == ParticipationState::kIn;
    if (!is_in || entry.freezes.empty()) return;
    FreezeEntry& freeze = entry.freezes[entry.deciding];
    entry.state = freeze.state = FreezeState::kAtRisk;
    if (std::ranges::find(freeze.missing, VerdictKind::kFiles, &Verdict::kind) ==
        freeze.missing.end()) {
      freeze.missing.push_back(files_gone());
    }
  }

  // The first freeze that is not met says where the proposal stands, up to the one that
  // comes next. Those that have no date, or come later, hold nobody.
  void decide(const Target& target, ReleaseEntry& entry) const {
    if (entry.freezes.empty()) {
      entry.state = state_at({std::nullopt, target.state->find_participation(name_)}, {true, false},
                             view_.now);
      entry.admitted = entry.state == FreezeState::kTracked;
      return;
    }
    entry.deciding = deciding_freeze(entry);
    entry.state = entry.freezes[entry.deciding].state;
    if (entry.state == FreezeState::kNotDue) entry.state = FreezeState::kTracked;
    ask_for_opt_in(entry);
    entry.admitted = is_admitted(entry);
  }

  // Opting in is asked for whether or not the freeze that asks for it has a date.
  static void ask_for_opt_in(ReleaseEntry& entry) {
    if (entry.state != FreezeState::kTracked && entry.state != FreezeState::kAtRisk) return;
    for (std::size_t i = 0; i < entry.freezes.size(); ++i) {
      if (entry.freezes[i].due != FreezeDue::kUnset) continue;
      if (entry.freezes[i].state != FreezeState::kOut) continue;
      entry.deciding = i;
      entry.state = FreezeState::kOut;
      return;
    }
  }

  static std::size_t deciding_freeze(const ReleaseEntry& entry) {
    const auto pending =
        std::ranges::find(entry.freezes, FreezeState::kPending, &FreezeEntry::state);
    if (entry.freezes.front().state == FreezeState::kRemoved && pending != entry.freezes.end()) {
      return static_cast<std::size_t>(pending - entry.freezes.begin());
    }
    std::size_t last = 0;
    for (std::size_t i = 0; i < entry.freezes.size(); ++i) {
      const FreezeEntry& freeze = entry.freezes[i];
      if (freeze.due == FreezeDue::kLater || freeze.due == FreezeDue::kUnset) continue;
      last = i;
      if (freeze.state != FreezeState::kTracked) break;
    }
    return last;
  }

  // Up to the freeze that admits everything holds, and no other was missed. Where none
  // admits, the next one does.
  bool is_admitted(const ReleaseEntry& entry) const {
    std::size_t admitting = entry.deciding;
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      if (freezes_[i]->admits) admitting = i;
    }
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      const FreezeEntry& freeze = entry.freezes[i];
      const bool holds =
          freeze.state == FreezeState::kTracked || freeze.state == FreezeState::kException;
      const bool decided = freeze.state == FreezeState::kRemoved ||
                           freeze.state == FreezeState::kDeferred ||
                           (i <= admitting && freeze.state == FreezeState::kOut);
      if (decided || (!holds && (i <= admitting || freeze.passed) && freeze.deadline)) return false;
    }
    return true;
  }

  const ReleaseContext& context_;
  const ViewOptions& options_;
  const Workspace& workspace_;
  const Record& record_;
  const Process& process_;
  const std::string name_;  // of the release, as events have it
  const History* history_ = nullptr;
  std::vector<const CalendarDate*> freezes_;
  std::optional<Instant> next_;  // when the next freeze of the release is
  StoredEvidence::States states_;
  std::deque<Card> gone_;
  std::vector<Target> targets_;
  ReleaseView view_;
};

}  // namespace

Result<ReleaseView> view_release(const ReleaseContext& context, const Record& record,
                                 const ViewOptions& options) {
  return Viewer(context, record, options).view();
}

Result<ReleaseView> view_release(const Workspace& workspace, const ReleaseOptions& options) {
  TRY(const auto context, find_context(workspace, options));
  TRY(const auto& record, workspace.record());
  return view_release(context, *record);
}

}  // namespace milepost::release
