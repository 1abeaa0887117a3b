// What can happen, one type for each kind of event: plain values for those who record it
// and those who read it. An Event has the same as a kind and named fields.
//
// Encoding writes what records have always had, to the byte, since digests are made from
// it: the fields in the order that event_descriptions.h has them, those that say nothing left
// out. Decoding never fails: a field that is missing is empty, and one that is not
// known stays in the Event, which is all that is exported and verified.
//
// A new kind is a struct here and its place in OfProposal, a description, its line at the
// end of events.cc, and what it changes in proposal_state.cc; the compiler names what is
// missing. The reference in docs/record.md is made from the descriptions.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "store/event.h"

namespace milepost::events {

// --- reviews ---

struct Approved {
  static constexpr std::string_view kKind = "approved";
  std::string role, stage;
  std::string text;  // the key of the text that was approved
  // The digest of each section the role answers for, by the section's title.
  std::vector<std::pair<std::string, std::string>> sections;
  std::string comment;
  friend bool operator==(const Approved&, const Approved&) = default;
};

struct Withdrew {
  static constexpr std::string_view kKind = "withdrew";
  std::string role, stage, comment;
  friend bool operator==(const Withdrew&, const Withdrew&) = default;
};

struct Concern {
  static constexpr std::string_view kKind = "concern";
  std::string role, stage, comment;
  friend bool operator==(const Concern&, const Concern&) = default;
};

struct Resolved {
  static constexpr std::string_view kKind = "resolved";
  std::optional<std::uint64_t> concern;  // the number of the event that raised it
  std::string comment;
  friend bool operator==(const Resolved&, const Resolved&) = default;
};

struct Held {
  static constexpr std::string_view kKind = "held";
  std::string comment;
  friend bool operator==(const Held&, const Held&) = default;
};

struct Unheld {
  static constexpr std::string_view kKind = "unheld";
  std::string comment;
  friend bool operator==(const Unheld&, const Unheld&) = default;
};

// --- the kind ---

// Where the metadata has no field for the kind and its criteria.
struct Confirmed {
  static constexpr std::string_view kKind = "confirmed";
  std::string kind;
  std::vector<std::string> criteria;  // ids
  std::string comment;
  friend bool operator==(const Confirmed&, const Confirmed&) = default;
};

// --- tracking issues ---

enum class IssueText : std::uint8_t {
  kTitle,
  kDescription,
  kContact,
  kDiscussion,
  kAddress,
  kProposed,  // which of the others nobody has confirmed: "description"
};

// Others than those that are set stay as they were; one that is set to "" is emptied.
struct Tracked {
  static constexpr std::string_view kKind = "tracked";
  std::vector<std::pair<IssueText, std::string>> texts;  // in the order they are recorded in
  friend bool operator==(const Tracked&, const Tracked&) = default;
};

// An item of a list. That of a sign-off list belongs to a release, too.
struct OfItem {
  std::string list, release, item, comment;
  friend bool operator==(const OfItem&, const OfItem&) = default;
};

struct Ticked : OfItem {
  static constexpr std::string_view kKind = "ticked";
};
struct Unticked : OfItem {
  static constexpr std::string_view kKind = "unticked";
};
struct NotApplicable : OfItem {
  static constexpr std::string_view kKind = "not-applicable";
};
struct Agreed : OfItem {
  static constexpr std::string_view kKind = "agreed";
  // What was approved, as an Approved has it, where the item is about the proposal's text.
  std::string text = {};
  std::vector<std::pair<std::string, std::string>> sections = {};
  friend bool operator==(const Agreed&, const Agreed&) = default;
};
struct Disagreed : OfItem {
  static constexpr std::string_view kKind = "disagreed";
};
struct Started : OfItem {
  static constexpr std::string_view kKind = "started";
};

enum class LabelChange : std::uint8_t { kClaimed, kConfirmed, kRemoved };

std::string_view name(LabelChange change);  // "claimed"

struct Labelled {
  static constexpr std::string_view kKind = "labelled";
  std::string label;
  LabelChange state = LabelChange::kClaimed;
  std::string comment;
  friend bool operator==(const Labelled&, const Labelled&) = default;
};

struct TrackerStatus {
  static constexpr std::string_view kKind = "tracker-status";
  std::string to, comment;
  std::string corrects = {};  // the status that was set by mistake; "": the issue moved on
  friend bool operator==(const TrackerStatus&, const TrackerStatus&) = default;
};

struct Linked {
  static constexpr std::string_view kKind = "linked";
  std::string kind, reference;
  bool merged = false;
  std::vector<std::string> paths;  // that it touches, as far as is known
  std::string comment;
  std::string state = {};  // kClosed, or "": `merged` says it
  static constexpr std::string_view kClosed = "closed";
  friend bool operator==(const Linked&, const Linked&) = default;
};

struct Unlinked {
  static constexpr std::string_view kKind = "unlinked";
  std::string kind, reference;
  friend bool operator==(const Unlinked&, const Unlinked&) = default;
};

struct Commented {
  static constexpr std::string_view kKind = "commented";
  std::string comment;
  friend bool operator==(const Commented&, const Commented&) = default;
};

struct Imported {
  static constexpr std::string_view kKind = "imported";
  std::string release;
  std::string from;  // the stamp of the copy, "template", "metadata" or "document"
  std::string text;  // the key of the text
  std::string copy;  // the key of the copy it was merged from; "" when they are the same
  friend bool operator==(const Imported&, const Imported&) = default;
};

// A number that is known before its text is merged. What is "" stays as it was.
struct Announced {
  static constexpr std::string_view kKind = "announced";
  std::string title, group;
  std::string text;  // where it is: "owner/repo#12", or the name of a branch
  std::string comment;
  friend bool operator==(const Announced&, const Announced&) = default;
};

// That a number is known was recorded by mistake: it stands for nothing.
struct Retracted {
  static constexpr std::string_view kKind = "retracted";
  std::string comment;
  friend bool operator==(const Retracted&, const Retracted&) = default;
};

// --- releases ---

struct OfRelease {
  std::string release, comment;
  friend bool operator==(const OfRelease&, const OfRelease&) = default;
};

struct OptedIn : OfRelease {
  static constexpr std::string_view kKind = "opted-in";
  std::string stage = {};  // that it is to reach in the release
  std::string text = {};   // where that is written while it is not merged: "owner/repo#12"
  friend bool operator==(const OptedIn&, const OptedIn&) = default;
};
struct OptedOut : OfRelease {
  static constexpr std::string_view kKind = "opted-out";
};
struct Removed : OfRelease {
  static constexpr std::string_view kKind = "removed";
  std::string freeze = {};  // that it did not meet; "": by hand
  friend bool operator==(const Removed&, const Removed&) = default;
};
struct Restored : OfRelease {
  static constexpr std::string_view kKind = "restored";
  std::string freeze = {};  // that was undone as a whole; "": by hand
  friend bool operator==(const Restored&, const Restored&) = default;
};

struct Deferred {
  static constexpr std::string_view kKind = "deferred";
  std::string release, to, comment;
  friend bool operator==(const Deferred&, const Deferred&) = default;
};

struct Met {
  static constexpr std::string_view kKind = "met";
  std::string release, freeze, comment;
  friend bool operator==(const Met&, const Met&) = default;
};

struct Unmet {
  static constexpr std::string_view kKind = "unmet";
  std::string release, freeze, comment;
  friend bool operator==(const Unmet&, const Unmet&) = default;
};

// A freeze was applied without a proposal that had not met it.
struct LeftOut {
  static constexpr std::string_view kKind = "left-out";
  std::string release, freeze, comment;
  friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

struct Notified {
  static constexpr std::string_view kKind = "notified";
  std::string release, freeze, comment;
  friend bool operator==(const Notified&, const Notified&) = default;
};

struct OfException {
  std::string release, freeze;
  std::optional<std::string> until;  // the new deadline
  std::string comment;
  friend bool operator==(const OfException&, const OfException&) = default;
};

struct ExceptionRequested : OfException {
  static constexpr std::string_view kKind = "exception-requested";
};
struct ExceptionApproved : OfException {
  static constexpr std::string_view kKind = "exception-approved";
};
struct ExceptionRejected : OfException {
  static constexpr std::string_view kKind = "exception-rejected";
};

// --- names ---

struct Moved {
  static constexpr std::string_view kKind = "moved";
  std::string from, to;  // streams
  friend bool operator==(const Moved&, const Moved&) = default;
};

// What may stand in the stream of a proposal: all but Moved.
using OfProposal =
    std::variant<Approved, Withdrew, Concern, Resolved, Held, Unheld, Confirmed, Tracked, Ticked,
                 Unticked, NotApplicable, Agreed, Disagreed, Started, Labelled, TrackerStatus,
                 Linked, Unlinked, Commented, Imported, Announced, Retracted, OptedIn, OptedOut,
                 Removed, Restored, Deferred, Met, Unmet, LeftOut, Notified, ExceptionRequested,
                 ExceptionApproved, ExceptionRejected>;

template <typename T>
concept Kind = requires {
  { T::kKind } -> std::convertible_to<std::string_view>;
};

template <Kind T>
EventFields encode(const T& event);

// Nothing when it is of another kind.
template <Kind T>
std::optional<T> decode(const NewEvent& event);
// Nothing when the kind is not known, as of a later milepost, or is none of a proposal.
std::optional<OfProposal> decode_of_proposal(const NewEvent& event);

// Any of these, as the record has it.
struct Encoded {
  template <Kind T>
  Encoded(const T& event) : kind(T::kKind), fields(encode(event)) {}  // NOLINT: meant to convert
  std::string_view kind;
  EventFields fields;
};

}  // namespace milepost::events
