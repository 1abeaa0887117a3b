#include "features/inbox/read.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "base/parallel.h"
#include "features/release/at_work.h"
#include "features/release/next_freezes.h"
#include "features/track/tracked.h"
#include "proposal/review_edit.h"
#include "workspace/gate_judge.h"
#include "workspace/identity.h"
#include "workspace/load_history.h"
#include "workspace/stored_evidence.h"

namespace milepost::inbox {

namespace {

// Of a proposal, by its path: when its files last changed.
using Changes = std::unordered_map<std::string, Instant>;

Changes read_changes(const History& history) {
  Changes changes;
  for (const Lifespan& lifespan : history.lifespans) {
    if (!lifespan.deleted)
      changes[lifespan.path()] = history.commits[lifespan.versions.back().commit].time;
  }
  return changes;
}

ItemSubject subject_of(const Workspace& workspace, const Selected& selected,
                       std::optional<Instant> changed) {
  return {selected.at->process(), *selected.card, workspace.facts().rosters(), workspace.now(),
          changed};
}

class Reader {
 public:
  Reader(const Workspace& workspace, const std::string& release_name,
         std::shared_ptr<const Selection> selection, const Releases& releases,
         StoredEvidence evidence, Changes changes)
      : workspace_(workspace),
        release_name_(release_name),
        selection_(std::move(selection)),
        process_(workspace.process()),
        releases_(releases),
        evidence_(std::move(evidence)),
        changes_(std::move(changes)) {}

  Result<OpenItems> read() {
    OpenItems open{selection_, {}, {}, selection_->read_errors};
    TRY(find_release());
    if (!release_name_.empty()) open.release = to_string(release_->version);
    TRY(open_tracking());

    for (const Selected& selected : selection_->proposals) {
      if (is_alive(selected) && (release_name_.empty() || is_target(selected)))
        open.proposals.push_back({&selected, change_of(selected), {}});
    }
    std::vector<std::vector<ReadError>> read_errors(open.proposals.size());
    parallel_for(open.proposals.size(), workspace_.jobs(), [&](std::size_t i) {
      open.proposals[i].items = look_at(*open.proposals[i].selected, read_errors[i]);
    });
    for (std::vector<ReadError>& errors : read_errors) {
      std::ranges::move(errors, std::back_inserter(open.read_errors));
    }
    return open;
  }

 private:
  Result<void> find_release() {
    if (release_name_.empty()) {
      release_ = release::release_of_next_freeze(process_, releases_, workspace_.now());
      return {};
    }
    const auto version = parse_version(release_name_);
    release_ = version ? releases_.find(*version) : nullptr;
    if (!release_) {
      return failure(
          process_.calendar.file.empty()
              ? fmt::format("the process {} has no releases", process_.name)
              : fmt::format("{} has no release {}", process_.calendar.file, release_name_));
    }
    return {};
  }

  // Only texts of tracking issues are read while looking at proposals.
  Result<void> open_tracking() {
    if (!evidence_.known() || !process_.tracking.present()) return {};
    TRY(tracking_, workspace_.record());
    return {};
  }

  const ProposalState& state_of(const Selected& selected) const {
    return evidence_.state_of(*selected.card);
  }

  bool is_target(const Selected& selected) const {
    return release_ &&
           release::is_of_release(process_, *selected.card, release_->version, state_of(selected));
  }

  // Whose freezes are asked about: those of the release named, else those of the one that the
  // proposal is at work for. Null: its next step is.
  const Release* release_of(const Selected& selected) const {
    if (is_target(selected)) return release_;
    if (!release_name_.empty()) return nullptr;
    const auto at_work = release::find_at_work(process_, *selected.card, state_of(selected),
                                               releases_, workspace_.now());
    return at_work ? at_work->release : nullptr;
  }

  // Open, or finished with the release whose freezes are still ahead.
  bool is_alive(const Selected& selected) const {
    if (!selected.card->has_text()) return true;  // a candidate
    const Status* const status = process_.find_status(selected.card->status);
    if (!status) return false;
    return !status->closed || (!status->failed && !status->successor && is_target(selected));
  }

  std::optional<Instant> change_of(const Selected& selected) const {
    const auto changed = changes_.find(selected.card->path);
    return changed == changes_.end() ? std::nullopt : std::optional(changed->second);
  }

  std::vector<InboxItem> look_at(const Selected& selected,
                                 std::vector<ReadError>& read_errors) const {
    const Card& card = *selected.card;
    const ItemSubject of = subject_of(workspace_, selected, change_of(selected));
    std::vector<InboxItem> items = items_of_record(of, state_of(selected), releases_);
    const auto take = [&](std::vector<InboxItem> more) {
      std::ranges::move(more, std::back_inserter(items));
    };
    take(items_of_releases(selected, of));
    const Release* const release = release_of(selected);
    const auto looked =
        release ? look_at_freezes(selected, *release, of, take) : look_at_step(selected, of, take);
    if (!looked) read_errors.push_back({card.path, looked.error().message});
    if (tracking_ && !state_of(selected).tracker.base.empty()) {
      if (const auto read = look_at_issue(selected, of, take); !read) {
        read_errors.push_back({card.path, read.error().message});
      }
    }
    // A release that is out asks for nothing any more.
    std::erase_if(items, [&](const InboxItem& item) {
      const auto version = parse_version(item.release);
      return version && is_behind(releases_, *version, workspace_.now());
    });
    return items;
  }

  // Without a record nobody applies freezes with it.
  std::vector<InboxItem> items_of_releases(const Selected& selected, const ItemSubject& of) const {
    std::vector<InboxItem> items;
    if (!evidence_.known()) return items;
    for (const Release& release : releases_.all()) {
      const ProposalState& state = state_of(selected);
      if (is_over(release, workspace_.now()) ||
          !release::is_of_release(process_, *selected.card, release.version, state)) {
        continue;
      }
      std::ranges::move(items_of_release(of, state, release), std::back_inserter(items));
    }
    return items;
  }

  template <typename Take>
  Result<void> look_at_freezes(const Selected& selected, const Release& release,
                               const ItemSubject& of, const Take& take) const {
    const release::FreezeQuestion question{releases_, release, evidence_, workspace_.now()};
    TRY(const auto exam, release::examine_for_freezes(question, selected));
    take(items_of_text(of, exam.examined.proposal->document));
    const auto ahead = release::judge_ahead(question, selected, exam, state_of(selected));
    std::vector<JudgedGate> gates;
    std::span<const Verdict> before;
    for (const release::FreezeAhead& freeze : ahead) {
      gates.push_back({freeze.missing, exam.step.to_stage, to_string(release.version),
                       freeze.date->title, freeze.deadline});
      // A review that two freezes ask for is asked for at the first, after what comes before it.
      std::vector<Verdict> asked = freeze.missing;
      std::erase_if(asked, [&](const Verdict& verdict) {
        return verdict.type == ConditionType::kReview &&
               std::ranges::find(before, verdict.id, &Verdict::id) != before.end();
      });
      JudgedGate gate = gates.back();
      gate.verdicts = asked;
      take(items_of_gate(of, gate));
      before = freeze.missing;
    }
    if (auto risk = at_risk(of, std::span(gates).first(release::at_stake(ahead)))) {
      take({std::move(*risk)});
    }
    return {};
  }

  // A review that its file asks for and does not have is for the stage the proposal is in.
  bool is_review_asked(const Selected& selected) const {
    const std::string_view stage = selected.card->metadata->known_stage;
    if (stage.empty()) return false;
    return std::ranges::any_of(process_.reviews, [&](const Review& review) {
      const ReviewFile* const file = find_review(selected.at->facts(), *selected.card, review);
      return file && file->yaml->root().find(stage) &&
             people_in(process_, file->approver(stage)).empty();
    });
  }

  // Opting in is in time until the next freeze.
  void put_before_freezes(const Release& release, InboxItem& item) const {
    for (const CalendarDate& date : process_.calendar.dates) {
      const auto at = date.gate.empty() ? std::nullopt : release.date(date.id);
      if (!at || !(workspace_.now() < *at) || (item.deadline && !(*at < *item.deadline))) continue;
      item.deadline = at;
      item.deadline_title = date.title;
    }
  }

  // A stage is reached in a release: what aims at none keeps nobody busy, and what aims at one
  // that is not planned yet has time.
  static void put_off(bool aims, std::vector<InboxItem>& items) {
    const auto is_for_release = [](const InboxItem& item) {
      return item.kind == ItemKind::kApprove || item.kind == ItemKind::kReview ||
             item.kind == ItemKind::kConfirm;
    };
    if (!aims) std::erase_if(items, is_for_release);
    for (InboxItem& item : items) item.later = is_for_release(item);
  }

  bool has_releases_ahead() const {
    return std::ranges::any_of(releases_.all(), [&](const Release& release) {
      return !is_over(release, workspace_.now());
    });
  }

  Result<Step> step_of(const Selected& selected) const {
    const Card& card = *selected.card;
    if (is_review_asked(selected)) {
      return plan_step(process_, card, card.metadata->known_stage, "");
    }
    TRY(auto at_work,
        release::find_at_work(process_, card, state_of(selected), releases_, workspace_.now()));
    return std::move(at_work.step);
  }

  template <typename Take>
  Result<void> look_at_step(const Selected& selected, const ItemSubject& of,
                            const Take& take) const {
    const auto step = step_of(selected);
    const Examined examined =
        step ? examine(selected, step->to_stage, step->to_status) : examine(selected, {});
    if (!examined.proposal) return failure(examined.read_errors.front().message);
    take(items_of_text(of, examined.proposal->document));
    if (!step) return {};
    // What was aimed at a release that has gone by is first aimed at another.
    const auto aim = parse_version(step->release);
    if (aim && is_behind(releases_, *aim, workspace_.now())) return {};
    TRY(const auto gate, judge_gate(selected, examined, *step, evidence_));
    std::vector<InboxItem> items =
        items_of_gate(of, {gate.conditions, step->to_stage, step->release});
    const Release* const release = aim ? releases_.find(*aim) : nullptr;
    if (step->is_stage && !release && has_releases_ahead()) put_off(aim.has_value(), items);
    if (release && !takes_opt_ins(process_, state_of(selected), *release, workspace_.now())) {
      std::erase_if(items, [](const InboxItem& item) { return item.opts_in; });
    }
    for (InboxItem& item : items) {
      if (item.opts_in && release) put_before_freezes(*release, item);
    }
    take(std::move(items));
    return {};
  }

  Result<std::unique_ptr<track::TrackedProposal>> open_tracked(const Selected& selected) const {
    return track::TrackedProposal::make(selected, tracking_, {.release = release_name_});
  }

  template <typename Take>
  Result<void> look_at_issue(const Selected& selected, const ItemSubject& of,
                             const Take& take) const {
    const ProposalState& state = state_of(selected);
    TRY(const auto tracked, open_tracked(selected));
    TRY(const auto issue, tracked->need_issue(state));
    take(items_of_tracker(of, state, make_tracker(tracked->input(state, *issue))));
    return {};
  }

  const Workspace& workspace_;
  const std::string& release_name_;                   // "" for whatever awaits
  const std::shared_ptr<const Selection> selection_;  // all proposals
  const Process& process_;
  const Releases& releases_;
  const StoredEvidence evidence_;
  const Changes changes_;
  const Release* release_ = nullptr;        // whose freezes are looked at
  std::shared_ptr<const Record> tracking_;  // null: there are no tracking issues
};

// Who is meant, when nobody is named: whom git names.
Result<std::string> find_person(const Workspace& workspace, const std::string& named) {
  TRY(auto person, find_identity(workspace.process(), workspace.root(), named));
  if (person.empty()) {
    return failure("whose inbox? Say it with --as HANDLE, MILEPOST_AS or git's milepost.handle");
  }
  return person;
}

}  // namespace

Result<OpenItems> read_open_items(const Workspace& workspace, const std::string& release,
                                  const std::vector<std::string>& words) {
  TRY(auto selection, workspace.select({.words = words, .whole = true}));
  TRY(const Releases& releases, workspace.calendar());
  TRY(auto evidence, stored_evidence(workspace, nullptr));
  Changes changes;
  // Outside of git nobody knows how long something waits.
  if (const auto& past = workspace.past()) changes = read_changes(past->history);
  return Reader(workspace, release, std::make_shared<const Selection>(std::move(selection)),
                releases, std::move(evidence), std::move(changes))
      .read();
}

Result<Inbox> inbox_of(const Workspace& workspace, const OpenItems& open,
                       const std::string& named) {
  TRY(const auto person, find_person(workspace, named));
  Inbox inbox;
  inbox.addressee = find_addressee(workspace.facts().rosters(), person);
  inbox.release = open.release;
  inbox.now = workspace.now();
  inbox.anywhere_on_earth = workspace.process().calendar.anywhere_on_earth;
  inbox.notes = open.selection->notes;
  inbox.read_errors = open.read_errors;
  for (const OpenItems::OfProposal& one : open.proposals) {
    const Card& card = *one.selected->card;
    const ItemSubject of = subject_of(workspace, *one.selected, one.changed);
    for (const InboxItem& item : one.items) {
      if (!is_for(inbox.addressee, item, of)) continue;
      inbox.items.push_back(
          {stream_of(card), ref_of(card, workspace.repository()), card.status, card.stage, item});
    }
  }
  put_in_order(inbox.items);
  return inbox;
}

Result<Inbox> read_inbox(const Workspace& workspace, const InboxOptions& options) {
  TRY(const auto person, find_person(workspace, options.person));
  TRY(const auto open, read_open_items(workspace, options.release, options.words));
  return inbox_of(workspace, open, person);
}

}  // namespace milepost::inbox
