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
#include "workspace/stored_evidence.h"

namespace milepost::release {

namespace {

ReleaseKind kind_of(const Process& process, std::string_view stage) {
  const Ladder* const ladder = ladder_of(process, stage);
  if (!ladder) return ReleaseKind::kOther;
  if (ladder != &process.ladders.front()) return ReleaseKind::kDeprecating;
  return stage == ladder->stages.front() ? ReleaseKind::kNew : ReleaseKind::kGraduating;
}

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
  Viewer(const ReleaseContext& context, const Record& record)
      : context_(context),
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
  }

  Result<ReleaseView> view() {
    TRY(find_targets());
    TRY(judge());
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
      if (aims || state->find_participation(name_)) {
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
    const std::string& id = freezes_[freeze]->id;
    return {context_.release.date(id), target.state->find_participation(name_),
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
    judge_all(present, context_.selection, evidence_from(states_), view_.now, files_gone());
    for (auto& [deadline, questions] : past) TRY(judge_past(questions, deadline));
    return {};
  }

  StoredEvidence evidence_from(const StoredEvidence::States& states) const {
    const Store& store = record_.store();
    if (!store.is_there()) return {};
    StoredEvidence evidence(states, context_.releases, store.sha256());
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
      const FreezeQuestion asked{context_.releases, context_.release, evidence, now};
      auto missing = selected != proposals.end() ? judge_freezes(asked, *selected->second, freezes)
                                                 : std::vector(freezes.size(), std::vector{absent});
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
    entry.kind = kind_of(process_, card.stage);
    entry.top = process_.has_stage(card.stage) && next_stage(process_, card.stage).empty();
    const Status* const status = process_.find_status(card.status);
    entry.closed = status && status->closed;
    entry.aims = aims_at(process_, card, context_.release.version);
    if (const Participation* part = target.state->find_participation(name_))
      entry.participation = *part;
    for (const ExceptionState& exception : target.state->exceptions) {
      if (exception.release == name_) entry.exceptions.push_back(exception);
    }
    for (std::size_t i = 0; i < freezes_.size(); ++i) {
      FreezeEntry& freeze = entry.freezes.emplace_back();
      const FreezeRecord record = record_of(target, i);
      freeze.id = freezes_[i]->id;
      freeze.title = freezes_[i]->title;
      freeze.deadline = own_deadline(record);
      freeze.passed = has_passed(record, view_.now);
      freeze.met = record.met;
      freeze.missing = std::move(target.missing[i]);
      const bool lacks_opt_in = std::ranges::any_of(freeze.missing, &Verdict::asks_opt_in);
      freeze.state = state_at(record, {freeze.missing.empty(), lacks_opt_in}, view_.now);
    }
    decide(target, entry);
    if (target.gone) say_gone(entry);
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

  // One without a date has not passed, and is not what comes next where another has one.
  bool is_behind(const ReleaseEntry& entry, std::size_t freeze) const {
    if (entry.freezes[freeze].state != FreezeState::kTracked) return false;
    if (entry.freezes[freeze].passed) return true;
    return !entry.freezes[freeze].deadline &&
           std::any_of(entry.freezes.begin() + static_cast<std::ptrdiff_t>(freeze),
                       entry.freezes.end(),
                       [](const FreezeEntry& later) { return later.deadline.has_value(); });
  }

  // The first freeze that is not met says where the proposal stands, up to the one that
  // comes next.
  void decide(const Target& target, ReleaseEntry& entry) const {
    if (entry.freezes.empty()) {
      entry.state = state_at({std::nullopt, target.state->find_participation(name_)}, {true, false},
                             view_.now);
      entry.admitted = entry.state == FreezeState::kTracked;
      return;
    }
    const auto pending =
        std::ranges::find(entry.freezes, FreezeState::kPending, &FreezeEntry::state);
    if (entry.freezes.front().state == FreezeState::kRemoved && pending != entry.freezes.end()) {
      entry.deciding = static_cast<std::size_t>(pending - entry.freezes.begin());
    }
    while (entry.deciding + 1 < entry.freezes.size() && is_behind(entry, entry.deciding)) {
      ++entry.deciding;
    }
    entry.state = entry.freezes[entry.deciding].state;
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
      const FreezeEntry& freeze = entry.freezes[i];
      const bool holds =
          freeze.state == FreezeState::kTracked || freeze.state == FreezeState::kException;
      const bool decided = freeze.state == FreezeState::kRemoved ||
                           freeze.state == FreezeState::kDeferred ||
                           (i <= admitting && freeze.state == FreezeState::kOut);
      if (decided || (!holds && (i <= admitting || freeze.passed))) return false;
    }
    return true;
  }

  const ReleaseContext& context_;
  const Workspace& workspace_;
  const Record& record_;
  const Process& process_;
  const std::string name_;  // of the release, as events have it
  std::vector<const CalendarDate*> freezes_;
  StoredEvidence::States states_;
  std::deque<Card> gone_;
  std::vector<Target> targets_;
  ReleaseView view_;
};

// Leaves the entries of the proposals that the words mean.
Result<void> keep_selected(const Workspace& workspace, const std::vector<std::string>& words,
                           ReleaseView& view) {
  TRY(const auto selection, workspace.select({words}));
  std::unordered_set<std::string> streams;
  for (const Selected& selected : selection.proposals) streams.insert(stream_of(*selected.card));
  std::erase_if(view.entries,
                [&](const ReleaseEntry& entry) { return !streams.contains(entry.stream); });
  std::ranges::copy(selection.notes, std::back_inserter(view.notes));
  std::ranges::copy(selection.read_errors, std::back_inserter(view.read_errors));
  return {};
}

}  // namespace

Result<ReleaseView> view_release(const ReleaseContext& context, const Record& record) {
  return Viewer(context, record).view();
}

Result<ReleaseView> view_release(const Workspace& workspace, const ReleaseOptions& options) {
  TRY(const auto context, find_context(workspace, options));
  TRY(const auto& record, workspace.record());
  TRY(auto view, view_release(context, *record));
  if (!options.words.empty()) {
    TRY(keep_selected(workspace, options.words, view));
  }
  return view;
}

}  // namespace milepost::release
