#include "features/list/record_terms.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "features/inbox/read.h"
#include "features/list/gate_terms.h"
#include "features/list/stage_terms.h"
#include "features/release/view.h"
#include "features/review/approvers.h"
#include "workspace/as_of.h"

namespace milepost::list {

namespace {

using Streams = std::unordered_set<std::string>;

// What somebody decided about a proposal's part in a release.
bool is_decided(const ProposalState& state, RecordTermKind kind, const std::string& release) {
  if (kind == RecordTermKind::kException) {
    return std::ranges::any_of(state.exceptions, [&](const ExceptionState& exception) {
      return exception.release == release && (!exception.decided || exception.approved);
    });
  }
  const Participation* const part = state.find_participation(release);
  if (!part) return false;
  switch (kind) {
    case RecordTermKind::kOptedIn: return part->state == ParticipationState::kIn;
    case RecordTermKind::kRemoved: return part->state == ParticipationState::kRemoved;
    default: return part->state == ParticipationState::kDeferred;
  }
}

// Answers terms for all proposals at once.
class TermMatcher {
 public:
  TermMatcher(const Workspace& workspace, const Workspace& then, const std::optional<Date>& as_of,
              std::vector<std::string>& notes)
      : workspace_(workspace), then_(then), as_of_(as_of), notes_(notes) {}

  Result<Streams> match(const RecordTerm& term) {
    switch (term.kind) {
      case RecordTermKind::kTracked:
      case RecordTermKind::kAtRisk: return match_view(term);
      case RecordTermKind::kDeferred:
      case RecordTermKind::kException:
      case RecordTermKind::kOptedIn:
      case RecordTermKind::kRemoved: return match_decided(term);
      case RecordTermKind::kInStage: return match_stage(term);
      default: break;
    }
    if (as_of_) {
      return failure(
          fmt::format("{}: is known of the present only, not with --as-of", name(term.kind)));
    }
    return term.kind == RecordTermKind::kAwaits       ? match_awaiting(term)
           : term.kind == RecordTermKind::kApprovedBy ? match_approved(term)
                                                      : Result<Streams>(Streams{});
  }

 private:
  // Terms of one release come one after the other, and share its view.
  Result<Streams> match_view(const RecordTerm& term) {
    if (viewed_ != term.release) {
      TRY(view_, release::view_release(then_, {to_string(term.release)}));
      viewed_ = term.release;
    }
    Streams streams;
    for (const release::ReleaseEntry& entry : view_->entries) {
      if (is_so(entry, term.kind)) streams.insert(entry.stream);
    }
    return streams;
  }

  // What missed a freeze and is not removed yet is at risk of it.
  static bool is_so(const release::ReleaseEntry& entry, RecordTermKind kind) {
    using release::FreezeState;
    if (kind == RecordTermKind::kTracked) return entry.state == FreezeState::kTracked;
    return entry.state == FreezeState::kAtRisk || entry.state == FreezeState::kMissed;
  }

  Result<Streams> match_decided(const RecordTerm& term) const {
    TRY(const auto& record, then_.record());
    const std::string release = to_string(term.release);
    TRY(const auto all, record->streams_in(release));
    Streams streams;
    for (const std::string& stream : all) {
      TRY(const auto state, record->state_of(stream));
      if (is_decided(state, term.kind, release)) streams.insert(stream);
    }
    return streams;
  }

  Result<Streams> match_stage(const RecordTerm& term) {
    if (!stages_) {
      TRY(stages_, read_stage_times(then_));
    }
    return stages_->matching(term.time);
  }

  Result<Streams> match_awaiting(const RecordTerm& term) {
    if (!open_items_) {
      TRY(open_items_, inbox::read_open_items(workspace_));
    }
    TRY(const auto inbox, inbox::inbox_of(workspace_, *open_items_, term.person));
    Streams streams;
    for (const inbox::ProposalItem& one : inbox.items) streams.insert(one.stream);
    return streams;
  }

  Result<Streams> match_approved(const RecordTerm& term) {
    if (!approvers_) {
      TRY(approvers_, review::read_approvers(workspace_));
      if (!approvers_->recorded) {
        notes_.emplace_back("there is no record: approvals are those in the review files");
      }
    }
    Streams streams;
    for (const auto& [stream, people] : approvers_->by_stream) {
      if (people.contains(term.person)) streams.insert(stream);
    }
    return streams;
  }

  const Workspace& workspace_;
  const Workspace& then_;  // as it was on the day, if there is one
  const std::optional<Date>& as_of_;
  std::vector<std::string>& notes_;
  std::optional<release::ReleaseView> view_;
  std::optional<Version> viewed_;
  std::optional<review::Approvers> approvers_;
  std::optional<StageTimes> stages_;
  std::optional<inbox::OpenItems> open_items_;
};

using TermMatches = std::map<RecordTerm, Streams>;

Result<TermMatches> match_terms(TermMatcher& matcher, const Query& query) {
  std::vector<RecordTerm> ordered = query.record_terms();
  std::ranges::stable_sort(ordered, {}, &RecordTerm::release);
  TermMatches matches;
  for (const RecordTerm& term : ordered) {
    TRY(matches[term], matcher.match(term));
  }
  return matches;
}

}  // namespace

Result<std::vector<const Card*>> find_matching(const Workspace& workspace, const Workspace& files,
                                               const Query& query, const std::optional<Date>& as_of,
                                               std::vector<std::string>& notes) {
  Workspace::Pointer then = workspace.shared_from_this();
  if (as_of) {
    TRY(then, workspace.at(end_of(*as_of)));
  }
  TermMatcher matcher(workspace, *then, as_of, notes);
  TRY(const TermMatches matches, match_terms(matcher, query));
  const auto known = [&](const Card& card, const RecordTerm& term) {
    return matches.at(term).contains(stream_of(card));
  };
  // Whether a gate is asked about does not depend on what it answers: who is asked about once,
  // with any answer, is whom it matters for.
  std::mutex asking;
  std::set<const Card*> asked;
  auto found = files.select_matching(query, [&](const Card& card, const RecordTerm& term) {
    if (!asks_gates(term.kind)) return known(card, term);
    const std::lock_guard lock(asking);
    asked.insert(&card);
    return true;
  });
  if (asked.empty()) return found;
  TRY(const GateNeeds needs, judge_next_gates(workspace, {asked.begin(), asked.end()}, notes));
  return files.select_matching(query, [&](const Card& card, const RecordTerm& term) {
    return asks_gates(term.kind) ? needs.holds(card, term) : known(card, term);
  });
}

}  // namespace milepost::list
