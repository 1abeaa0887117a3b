// What the record says of one proposal: everything that is not in its files, as
// its events have left it. A pure fold; the same events always give the same state.
//
// Which events there are is in events.h; what each changes is in proposal_state.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "store/event.h"

namespace milepost {

// Who did something, and when.
struct Action {
  std::string by;
  bool claimed = true;
  Instant time;
  std::string comment;
  friend bool operator==(const Action&, const Action&) = default;
};

// "by @jane on 2026-01-30"
std::string action_text(const Action& action);

struct ApprovalState {
  std::string role, stage;
  Action action;
  std::string text;  // the key of the text that was approved
  // The digest of each section the role answers for, by the section's key.
  std::vector<std::pair<std::string, std::string>> sections;
  friend bool operator==(const ApprovalState&, const ApprovalState&) = default;
};

struct ConcernState {
  std::uint64_t id = 0;
  std::string role, stage;
  Action action;
  std::optional<Action> resolved;
  friend bool operator==(const ConcernState&, const ConcernState&) = default;
};

// Criteria of a kind that somebody confirmed.
struct ConfirmedState {
  std::string kind;
  std::vector<std::string> criteria;  // ids
  Action action;                      // the last
  friend bool operator==(const ConfirmedState&, const ConfirmedState&) = default;
};

enum class Mark : std::uint8_t { kUnticked, kTicked, kNotApplicable };

// One item of a list. A sign-off list belongs to a release, a tracker to none.
struct ItemState {
  std::string list, release, item;
  Mark mark = Mark::kUnticked;
  Action action;                   // that set the mark
  std::optional<Instant> started;  // of a time that must pass
  std::optional<Action> agreed;    // the approval it waits for
  // What that was given for, as an ApprovalState has it; "" and none where nothing is.
  std::string agreed_text = {};
  std::vector<std::pair<std::string, std::string>> agreed_sections = {};
  friend bool operator==(const ItemState&, const ItemState&) = default;
};

struct LabelState {
  std::string label;
  bool confirmed = false;
  Action action;
  friend bool operator==(const LabelState&, const LabelState&) = default;
};

// A pull request, and one kind of thing that it holds.
struct LinkState {
  std::string kind, reference;
  bool merged = false;
  Action action;
  std::vector<std::string> paths;  // that it touches, as far as somebody said
  bool closed = false;             // without being merged: it counts for nothing
  std::string_view word() const { return merged ? "merged" : closed ? "closed" : "open"; }
  friend bool operator==(const LinkState&, const LinkState&) = default;
};

enum class ParticipationState : std::uint8_t { kUndecided, kIn, kOut, kRemoved, kDeferred };

// The proposal's part in a release.
struct Participation {
  std::string release;
  ParticipationState state = ParticipationState::kUndecided;
  std::string to;  // the release it was deferred to
  Action action;
  std::optional<Action> opted_in;  // the last time
  std::string stage = {};          // that it is to reach, if whoever opted in said so
  std::string text = {};           // where that is written while it is not merged, likewise
  std::string freeze = {};         // of one that was removed: the freeze that it did not meet
  friend bool operator==(const Participation&, const Participation&) = default;
};

// A freeze of a release that the proposal has met, for good.
struct MetState {
  std::string release, freeze;
  Action action;
  friend bool operator==(const MetState&, const MetState&) = default;
};

// A freeze of a release about which the proposal's people have been told.
struct NotifiedState {
  std::string release, freeze;
  Action action;
  friend bool operator==(const NotifiedState&, const NotifiedState&) = default;
};

// A freeze of a release that does not remove the proposal, which had not met it: it was left out,
// or somebody restored it after the freeze had removed it.
struct ExemptState {
  std::string release, freeze;
  Action action;
  friend bool operator==(const ExemptState&, const ExemptState&) = default;
};

// A number that was known before its text was merged.
struct CandidateState {
  std::string title, group;
  std::string text;  // where it is: "owner/repo#12", or the name of a branch
  Action action;     // that made it known
  friend bool operator==(const CandidateState&, const CandidateState&) = default;
};

struct ExceptionState {
  std::string release, freeze;
  std::string until;  // the new deadline
  Action requested;
  std::optional<Action> decided;
  bool approved = false;
  friend bool operator==(const ExceptionState&, const ExceptionState&) = default;
};

struct TrackerState {
  bool made = false;
  std::string title, description, contact, discussion, address;
  std::string status;
  std::string base, base_release;  // the text last imported, and for which release
  std::uint64_t comments = 0;      // how many; their text is in the events
  bool proposed = false;           // nobody has confirmed the description
  friend bool operator==(const TrackerState&, const TrackerState&) = default;
};

struct ProposalState {
  std::vector<ApprovalState> approvals;  // the last of each person, role and stage
  std::vector<ConcernState> concerns;
  std::optional<Action> hold;
  std::vector<ConfirmedState> confirmed;  // one a kind
  TrackerState tracker;
  std::vector<ItemState> items;
  std::vector<LabelState> labels;
  std::vector<LinkState> links;
  std::vector<Participation> participations;
  std::vector<ExceptionState> exceptions;
  std::vector<MetState> met;
  std::vector<NotifiedState> notified;
  std::vector<ExemptState> exempt;
  std::optional<CandidateState> candidate;
  friend bool operator==(const ProposalState&, const ProposalState&) = default;

  const ItemState* find_item(std::string_view list, std::string_view release,
                             std::string_view item) const;
  const LabelState* find_label(std::string_view label) const;
  const LinkState* find_link(std::string_view kind, std::string_view reference) const;
  const Participation* find_participation(std::string_view release) const;
  const ExceptionState* find_exception(std::string_view release, std::string_view freeze) const;
  const MetState* find_met(std::string_view release, std::string_view freeze) const;
  const NotifiedState* find_notified(std::string_view release, std::string_view freeze) const;
  const ConfirmedState* find_confirmed(std::string_view kind) const;
  const ExemptState* find_exempt(std::string_view release, std::string_view freeze) const;
};

// Changes what the event changes. An event of a kind that is not known, as of a later
// milepost, changes nothing.
void apply(ProposalState& state, const Event& event);

// As the store keeps it, and back. A text that cannot be read gives what could be.
std::string write_state(const ProposalState& state);
ProposalState read_proposal_state(std::string_view text);
// The releases that such a text has a part in; cheaper than reading it.
std::vector<std::string> releases_in(std::string_view text);

// A proposal whose text may not be merged: a candidate, or one that was opted in with a text.
bool may_be_unmerged(const ProposalState& state);
// Stands for those among the words that streams are found by.
inline constexpr std::string_view kUnmergedWord = "unmerged";
// The releases, and that word where it is so.
std::vector<std::string> words_in(std::string_view text);

// The fold of the store's projection, over streams of proposals.
std::string fold_proposal(std::string_view state, const Event& event);
std::string fold_proposal(std::string_view state, std::span<const Event> events);

}  // namespace milepost
