// What is asked of people about one proposal: by its gates, by the record, by its
// tracking issue and by its text. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "gates/gate.h"
#include "gates/tracker.h"

namespace milepost::inbox {

enum class ItemKind : std::uint8_t {
  kApprove,       // an approval of theirs is missing
  kApproveAgain,  // theirs is void: the text has changed
  kReview,
  kConfirm,     // what somebody with their role has to do or say
  kDecide,      // upon an exception
  kAtRisk,      // a proposal of theirs lacks something for a freeze
  kRemoved,     // it was removed from a release; an exception may still be asked for
  kSettle,      // a concern or a hold of theirs is open
  kAnswer,      // somebody has a concern about a proposal of theirs, or holds it
  kAgree,       // an item of the tracking issue waits for their approval
  kTick,        // items of it that they may tick are due
  kKnow,        // they are to be notified that an item is due
  kUnresolved,  // a text under debate names them
  kFreeze,      // one has passed, and what is done then is not recorded
  kPost,        // those whom a freeze concerns are to be told
  kRejudge,     // the freeze that it was removed at has moved
  kDescribe,    // the description of the issue is proposed, and not confirmed
};

std::string_view name(ItemKind kind);  // "approve-again"

struct InboxItem {
  ItemKind kind = ItemKind::kConfirm;
  std::string key;               // two with one key, about one proposal, are the same
  std::string what;              // "approve it for beta as an approver"
  std::string why;               // what is lacking, or was said; may be empty
  std::optional<Remedy> remedy;  // a command that does it; none when no command alone does
  bool opts_in = false;          // to a release
  bool later = false;            // the release that it is for is not planned yet
  std::vector<Detail> details;
  std::string role;              // through which it is asked; "" for none
  std::vector<std::string> who;  // handles; of a debate, the words that may be some
  bool any = false;              // one of them suffices
  std::string release;
  std::string deadline_title;
  std::optional<Instant> deadline;  // in the future
  std::optional<Instant> since;     // it waits, as far as that is known
  bool since_change = false;        // since the proposal last changed
  std::optional<Spot> spot;
  std::string where, draft;  // of a mention: where it belongs, and its words
};

// Whose proposal, and what decides who may do what.
struct ItemSubject {
  const Process& process;
  const Card& card;
  const Rosters& rosters;
  Instant now;
  std::optional<Instant> changed = {};  // the proposal, as far as git knows
};

// A gate that was judged: that of the next step, or of a freeze.
struct JudgedGate {
  std::span<const Verdict> verdicts;
  std::string stage, release;
  std::string title = {};                // of the freeze
  std::optional<Instant> deadline = {};  // of the freeze, which has not passed
};

// What others than the author are asked for. Nobody is asked to approve or review what
// still lacks something else; an approval that is void is asked for again at once.
std::vector<InboxItem> items_of_gate(const ItemSubject& of, const JudgedGate& gate);

// What the author is told when something is missing for freezes that have not passed, in
// their order; nothing when nothing is. Each gate's verdicts are those that close it.
std::optional<InboxItem> at_risk(const ItemSubject& of, std::span<const JudgedGate> freezes);

// Concerns, holds, exceptions to decide or to ask for.
std::vector<InboxItem> items_of_record(const ItemSubject& of, const ProposalState& state,
                                       const Releases& releases);

// What a release lead does about a proposal that is to be in a release which is not out yet: apply
// the freezes that have passed, tell people, judge again where a date has moved.
std::vector<InboxItem> items_of_release(const ItemSubject& of, const ProposalState& state,
                                        const Release& release);

// Who holds one of the roles, sorted; nobody when none is named.
std::vector<std::string> people_of(const ItemSubject& of, std::span<const std::string> roles);
// Once its last date has passed, nothing about a release is to be decided.
bool is_over(const Release& release, Instant now);
// Whether opting in still leads into the release: the freeze that admits is ahead, or an exception
// to it is.
bool takes_opt_ins(const Process& process, const ProposalState& state, const Release& release,
                   Instant now);

// Items to approve, to tick and to know of, and labels to confirm.
std::vector<InboxItem> items_of_tracker(const ItemSubject& of, const ProposalState& state,
                                        const Tracker& tracker);

// Whether a release is out, or lies before all that the calendar still has to come.
bool is_behind(const Releases& releases, const Version& version, Instant now);

// What is under debate, and names somebody: beside its marker, or with an @ in its text.
std::vector<InboxItem> items_of_text(const ItemSubject& of, const Document& document);

}  // namespace milepost::inbox
