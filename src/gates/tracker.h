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
#include <span>
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
  // The document's copies of lists that stand there, too. What only people can know is done
  // when it is ticked in either copy; what stands in the document alone is an item as well.
  std::span<const IssueItem> boxes = {};
  // What has changed of the text that an item was approved for; empty: that cannot be told.
  std::function<std::vector<std::string>(const ItemState&, const Role&)> changes = {};
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
  bool known = true;                    // false: it is computed, and cannot be here
  bool settled = false;                 // by merging the change, which nobody can know yet
  const IssueItem* box = nullptr;       // the document's copy; null: it has none
  bool by_document = false;             // done because that is ticked, and nothing else says so
  std::vector<Remedy> remedies;         // of what is computed
  std::string role;                     // whom that waits for; "" for nobody in particular
  bool approved = false;                // by the role it waits for, where it waits for one
  std::vector<std::string> changes;     // of the text since, which make that approval void
  std::string evidence;                 // of what is computed, or why it does not apply
  std::vector<Lack> lacking;            // what must be so before it is done
  std::vector<std::string> by;          // roles that may tick it; none: anybody
  const std::string& approval() const;  // the role it waits for; "" for none
  const std::string& key() const;       // by which the record knows it
  bool in_document_alone() const;       // the issue has no such item
};

// Somebody who is to be told that an item waits for them, and the words to do it in.
struct ItemRequest {
  std::size_t item = 0;  // of the tracker
  std::string role;
  bool approves = false;  // else it is only for their information
  std::string where;
  std::string text;
  std::string label = {};  // that somebody claims; then it is about no item
};

// How a label stands: set, or fallen with an item that it comes after.
enum class LabelStatus : std::uint8_t { kClaimed, kConfirmed, kFallen, kComputed };

std::string_view name(LabelStatus status);  // "claimed", "confirmed", "fallen", "computed"

struct LabelView {
  std::string label;
  LabelStatus status = LabelStatus::kComputed;
  const LabelState* state = nullptr;  // null: it is computed
  std::string why = {};               // it has fallen, or is there

  bool stands() const {
    return status == LabelStatus::kConfirmed || status == LabelStatus::kComputed;
  }
};

struct Tracker {
  std::vector<ItemView> items;  // of the issue, absent from it, and in the document alone
  std::vector<ItemRequest> requests;
  std::vector<LabelView> labels;

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
enum class ItemAction : std::uint8_t { kTick, kUntick, kNotApplicable, kAgree, kDisagree };

// Fails with the reason, and whom to ask, when they may not.
Result<void> may_mark(const TrackerInput& input, const ItemView& item, ItemAction action,
                      std::string_view handle);

enum class LabelAct : std::uint8_t { kClaim, kConfirm, kRemove };
// What setting, or removing, a label comes to when this person does it.
Result<LabelAct> may_label(const TrackerInput& input, const Tracker& tracker,
                           const TrackedLabel& label, bool remove, std::string_view handle);

// Whether the issue moves on, or was wrong: then any status may take the place of it.
enum class StatusChange : std::uint8_t { kMove, kCorrection };
Result<void> may_set_status(const TrackerInput& input, std::string_view to, std::string_view handle,
                            StatusChange change = StatusChange::kMove);
// Fields and links of the issue.
Result<void> may_edit(const Process& process, const Card& card, const Rosters& rosters,
                      std::string_view handle);
// What the record says, else what a new issue begins with.
std::string_view status_of(const TrackingForm& form, const ProposalState& state);

}  // namespace milepost
