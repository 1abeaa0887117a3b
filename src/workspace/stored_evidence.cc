#include "workspace/stored_evidence.h"

#include <algorithm>

#include <fmt/format.h>

#include "workspace/approvals.h"
#include "workspace/workspace.h"

namespace milepost {

namespace {

Recorded opt_in(const Participation& part) {
  switch (part.state) {
    case ParticipationState::kIn:
      return {true, "opted in " + action_text(part.opted_in.value_or(part.action))};
    case ParticipationState::kOut: return {false, "opted out " + action_text(part.action)};
    case ParticipationState::kRemoved: return {false, "removed " + action_text(part.action)};
    case ParticipationState::kDeferred: return {false, "deferred " + action_text(part.action)};
    case ParticipationState::kUndecided: break;
  }
  return {};
}

// Those of a kind that were linked for the release: since its first day. One that was closed
// and not merged holds nothing.
std::vector<const LinkState*> links_of(const ProposalState& state, std::string_view kind,
                                       const Release* release) {
  std::vector<const LinkState*> links;
  for (const LinkState& link : state.links) {
    const bool before =
        release && !release->dates.empty() && link.action.time < release->dates.front().second;
    if (link.kind == kind && !before && !link.closed) links.push_back(&link);
  }
  return links;
}

Recorded linked(const std::vector<const LinkState*>& links) {
  if (links.empty()) return {};
  return {true, fmt::format("{} is linked", links.front()->reference)};
}

Recorded merged(const std::vector<const LinkState*>& links) {
  if (links.empty()) return {false, "no pull request is linked"};
  std::vector<std::string_view> all;
  std::vector<std::string_view> open;
  for (const LinkState* link : links) {
    all.push_back(link->reference);
    if (!link->merged) open.push_back(link->reference);
  }
  if (open.empty()) return {true, fmt::format("merged: {}", fmt::join(all, ", "))};
  return {false, fmt::format("still open: {}", fmt::join(open, ", "))};
}

Result<StoredEvidence> evidence_from(const std::shared_ptr<const Record>& record,
                                     const Releases& releases, const Card* card) {
  if (!record->store().is_there()) return StoredEvidence();
  if (card) {
    TRY(auto state, record->state_of(*card));
    return evidence_of(record, releases, *card, std::move(state));
  }
  StoredEvidence::States states;
  TRY(record->for_each([&](const std::string& stream, ProposalState state) {
    states.emplace(stream, std::move(state));
  }));
  StoredEvidence evidence(std::move(states), releases, record->store().sha256());
  const auto read = [record](const std::string& key) { return record->text(key); };
  evidence.read_issues_by(read);
  evidence.read_approved_by(read, false);
  return evidence;
}

}  // namespace

StoredEvidence::StoredEvidence(States states, Releases releases, Sha256 sha256)
    : states_(std::move(states)), releases_(std::move(releases)), sha256_(sha256) {
  for (const auto& [stream, state] : states_) {
    for (const Participation& part : state.participations) counted_.insert(part.release);
  }
}

Result<bool> StoredEvidence::anybody_in(std::string_view release) const {
  if (counted_.contains(std::string(release))) return true;
  return others_ ? others_(release) : Result<bool>(false);
}

const ProposalState& StoredEvidence::state_of(const Card& card) const {
  static const ProposalState nothing;
  const auto found = states_.find(stream_of(card));
  return found == states_.end() ? nothing : found->second;
}

Result<std::string> StoredEvidence::issue_text(const ProposalState& state) const {
  const std::string& key = state.tracker.base;
  if (key.empty() || !read_issue_) return std::string();
  TRY(auto text, within("reading the issue", read_issue_(key)));
  if (!text) return failure("the record has lost the text of the issue");
  return std::move(*text);
}

std::optional<std::string> StoredEvidence::approved_text(const std::string& key) const {
  auto text = read_approved_ ? read_approved_(key) : std::nullopt;
  return text ? std::move(*text) : std::nullopt;
}

std::vector<std::string> StoredEvidence::confirmed(const Card& card, std::string_view kind) const {
  const ConfirmedState* const found = state_of(card).find_confirmed(kind);
  return found ? found->criteria : std::vector<std::string>();
}

std::vector<Objection> StoredEvidence::objections(const Card& card) const {
  return objections_of(state_of(card));
}

std::optional<std::vector<Approval>> TextEvidence::approvals(const Card& card,
                                                             std::string_view role,
                                                             std::string_view stage) const {
  if (!stored_.known()) return std::nullopt;
  const auto kept = [&](const std::string& key) { return stored_.approved_text(key); };
  return judge_approvals({process_, judge_, text_, stored_.state_of(card), stored_.sha256(), kept,
                          stored_.counts_words()},
                         role, stage);
}

bool StoredEvidence::answers(const RecordQuestion& question) {
  return question.fact != RecordFact::kIssue;
}

std::optional<Recorded> StoredEvidence::recorded_participation(const Card& card,
                                                               std::string_view release) const {
  if (const Participation* const part = state_of(card).find_participation(release))
    return opt_in(*part);
  const auto anybody = anybody_in(release);
  if (!anybody) return Recorded{false, anybody.error().message};
  return *anybody ? std::optional(Recorded{}) : std::nullopt;
}

std::optional<Recorded> StoredEvidence::recorded(const Card& card, const RecordQuestion& question,
                                                 std::string_view release) const {
  if (!known() || release.empty()) return std::nullopt;
  const auto links = [&] {
    const auto version = parse_version(release);
    return links_of(state_of(card), question.what, version ? releases_.find(*version) : nullptr);
  };
  switch (question.fact) {
    case RecordFact::kOptIn: return recorded_participation(card, release);
    case RecordFact::kLinked: return linked(links());
    case RecordFact::kMerged: return merged(links());
    case RecordFact::kIssue: break;
  }
  return std::nullopt;
}

Result<StoredEvidence> stored_evidence(const Workspace& workspace, const Card* card) {
  TRY(const Releases& releases, workspace.calendar());
  TRY(const auto& record, workspace.record());
  return evidence_from(record, releases, card);
}

StoredEvidence evidence_of(const std::shared_ptr<const Record>& record, const Releases& releases,
                           const Card& card, ProposalState state) {
  if (!record->store().is_there()) return {};
  StoredEvidence::States states;
  states.emplace(stream_of(card), std::move(state));
  StoredEvidence evidence(std::move(states), releases, record->store().sha256());
  const auto read = [record](const std::string& key) { return record->text(key); };
  evidence.read_issues_by(read);
  evidence.read_approved_by(read, true);
  evidence.ask_others([record](std::string_view release) {
    return record->streams_in(release).map(
        [](const std::vector<std::string>& streams) { return !streams.empty(); });
  });
  return evidence;
}

}  // namespace milepost
