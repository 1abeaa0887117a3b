// The Tracker: a tracking issue held against its form and the record. For every item
// it says whether it is done, what is lacking, who may tick it, and what a program
// knows of it. One place decides who may tick, label and set what.
//
// Pure: everything it goes by is in its input, which must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gates/gate.h"
#include "issue/issue.h"
#include "proposal/rosters.h"
#include "store/proposal_state.h"

namespace milepost {

// The text of a proposal's tracking issue, called as people are told: "issue 63".
std::shared_ptr<const Source> issue_source(const Card& card, std::string_view text);

struct TrackerInput {
  const Process& process;
  const Card& card;
  const Rosters& rosters;
  const ProposalState& state;
  const Issue& issue;
  std::string release;  // whose ticks count in lists that belong to one
  std::string stage;    // in force; "": the proposal has none
  Instant now;
  // Answers what an item's `computed` asks; empty: nothing can be computed.
  std::function<Verdict(const Condition&)> judge = {};
};

enum class ItemStatus : std::uint8_t { kOpen, kDone, kNotApplicable };

std::string_view name(ItemStatus status);  // "open", "done", "not-applicable"

// What must be so before an item is done.
struct Lack {
  std::string text;
  bool approval = false;  // that of the role it waits for
};

std::vector<std::string> texts_of(const std::vector<Lack>& lacking);

struct ItemView {
  const IssueItem* item = nullptr;
  const ItemState* state = nullptr;  // null: nothing is recorded of it
  std::string release;               // its ticks belong to; "" for none
  std::string from;                  // the stage from which on it is due; "": the first
  ItemStatus status = ItemStatus::kOpen;
  bool due = true;                      // at the stage in force
  bool required = false;                // before a release is targeted
  bool computed = false;                // by a program, so nobody ticks it
  bool approved = false;                // by the role it waits for, where it waits for one
  std::string evidence;                 // of what is computed, or why it does not apply
  std::vector<Lack> lacking;            // what must be so before it is done
  std::vector<std::string> by;          // roles that may tick it; none: anybody
  const std::string& approval() const;  // the role it waits for; "" for none
  const std::string& key() const;       // by which the record knows it
};

// Somebody who is to be told that an item waits for them, and the words to do it in.
struct ItemRequest {
  std::size_t item = 0;  // of the tracker
  std::string role;
  bool approves = false;  // else it is only for their information
  std::string where;
  std::string text;
};

struct Tracker {
  std::vector<ItemView> items;  // those of the issue, and then those absent from it
  std::vector<ItemRequest> requests;

  // By key, else by words of its text. Fails when there is none, or there are several.
  Result<std::size_t> find(std::string_view words) const;
};

Tracker make_tracker(const TrackerInput& input);

// What is recorded of an item, also under the key it had formerly; null for nothing.
const ItemState* find_recorded(const ProposalState& state, const IssueItem& item,
                               std::string_view release);

// What applies at the stage in force and is open, by its place among the items: of a list,
// by its id, or of one item with everything below it, by its key. Nothing when the issue
// has neither.
std::optional<std::vector<std::size_t>> open_items(const Tracker& tracker, std::string_view what);

// What somebody wants to do with an item.
enum class ItemAction : std::uint8_t { kTick, kUntick, kNotApplicable, kAgree };

// Fails with the reason, and whom to ask, when they may not.
Result<void> may_mark(const TrackerInput& input, const ItemView& item, ItemAction action,
                      std::string_view handle);

enum class LabelAct : std::uint8_t { kClaim, kConfirm, kRemove };
// What setting, or removing, a label comes to when this person does it.
Result<LabelAct> may_label(const TrackerInput& input, const Tracker& tracker,
                           const TrackedLabel& label, bool remove, std::string_view handle);

Result<void> may_set_status(const TrackerInput& input, std::string_view to,
                            std::string_view handle);
// Fields and links of the issue.
Result<void> may_edit(const Process& process, const Card& card, const Rosters& rosters,
                      std::string_view handle);
// What the record says, else what a new issue begins with.
std::string_view status_of(const TrackingForm& form, const ProposalState& state);

}  // namespace milepost
