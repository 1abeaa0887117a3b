// How proposals move, as data: who may move them where, what must hold before,
// and by when. Everything is read from the pack; the gate engine gives it effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/finding.h"
#include "process/path_pattern.h"
#include "process/place.h"
#include "process/remedy_form.h"

namespace milepost {

// Who somebody is to a proposal. Its holders are named by a field of the
// proposal, by a roster, or both.
struct Role {
  std::string id;
  std::string title;  // "a production-readiness approver"
  std::string field;
  std::string roster;
  std::vector<std::string> excludes;  // who holds one of these roles cannot hold this one
  std::vector<std::string> sections;  // what its approvals are about; none: all of the text
  Place place;
};

// A way from one status to another.
struct Move {
  std::string to;
  std::vector<std::string> by;  // roles; none: anybody
  bool reason = false;          // it needs one
  Place place;
};

// What becomes of a move that leaves the order of a ladder.
enum class OutOfOrder : std::uint8_t { kFree, kReason, kClosed };

enum class ConditionType : std::uint8_t {
  kSections,   // what is due at the stage is filled
  kFindings,   // none of the rules fires
  kFields,     // the fields say something
  kResolved,   // nothing is under debate
  kApproval,   // holders of a role approve
  kReview,     // the review's file names an approver for the stage
  kChecklist,  // the items that apply are ticked
  kMilestone,  // the stage has a release, and its freeze has not passed
  kReleases,   // the proposal was long enough in the stage before
  kShipped,    // the release of the stage is out
  kStatus,     // the proposal has one of the statuses
  kTop,        // the stage is the last of its ladder
  kSuccessor,  // the successor is named and exists
  kReason,     // the move has a reason
  kCriteria,   // the kind's criteria are confirmed
  kLinks,      // the sections link to something
  kPlace,      // the document lies where it is to stay
  kTemplate,   // the document has the sections of the current template
  kMerged,     // the text is merged
  kIssue,      // the tracking issue is for the release, and links to the proposal
  kAgreed,     // approvers agreed to the status, or merged it
  kRecord,     // known from the record alone
  kNothing,    // takes away that of an earlier gate
};

std::optional<ConditionType> parse_condition_type(std::string_view name);
const std::vector<std::string>& condition_type_names();

// What a condition on the record asks for; its id says which.
enum class RecordFact : std::uint8_t {
  kOptIn,   // `opt-in`: somebody said that it is to be in the release
  kLinked,  // `KIND-linked`: a pull request of the kind is linked
  kMerged,  // `KIND-merged`: all of the kind are merged
  kIssue,   // a list or an item of the tracking issue is done
};

struct RecordQuestion {
  RecordFact fact = RecordFact::kIssue;
  std::string what;  // the kind of pull request; the list or item
};

RecordQuestion parse_record_question(std::string_view id);

struct Condition {
  std::string id;
  ConditionType type = ConditionType::kSections;
  std::string title;               // what it asks for, where its type cannot say
  std::vector<std::string> kinds;  // of proposals it concerns; none: all
  std::string from;                // a stage; "": from the first
  std::vector<std::string> names;  // rules, fields, statuses or sections, as the type says
  std::string role;                // who approves, or whom it waits for
  std::string review;
  std::string checklist;
  std::string freeze;                    // a date of the calendar
  std::size_t least = 0;                 // approvals or releases; 0: each, or one
  std::size_t companies = 0;             // of so many that approvers belong to
  Severity severity = Severity::kError;  // the least that counts, of findings
  bool all = false;                      // every item, not only the required ones
  bool below = true;                     // of sections: those below the ones it names, too
  std::size_t most_open = 0;             // of sections: so few are told, and close nothing
  bool merge = false;                    // settled by merging the change
  bool advice = false;                   // shown, and does not close the gate
  RecordQuestion record;                 // of one on the record
  std::string how;                       // what to do, where its type cannot say, in words
  std::optional<RemedyForm> remedy;      // the same as a value; `how` then stands before it
  Place place;
};

// One item of a checklist that needs more than to be ticked.
struct ChecklistItem {
  std::string text;  // what it begins with, or holds
  std::string from;  // the stage it speaks of
  bool required = false;
  Place place;
};

struct Checklist {
  std::string id;
  std::vector<std::string> sections;
  std::string mark;  // "(R)": an item that has it is required
  std::vector<ChecklistItem> items;
  Place place;
};

// A date of each release: a deadline, or a day on which something begins.
struct CalendarDate {
  std::string id;
  std::string title;
  bool deadline = false;
  Place place;
  std::optional<std::size_t> week = std::nullopt;  // usually so many after the first
  std::string gate = {};                           // what must hold by then; only of a deadline
  bool admits = false;                             // who meets it may go into the release
};

// What people do about a proposal's part in a release.
enum class ReleaseAction : std::uint8_t {
  kOptIn,
  kOptOut,
  kRemove,
  kDefer,
  kException,  // to ask for one
  kDecide,     // upon one
  kRestore,    // what was removed or deferred by mistake
};

std::string_view name(ReleaseAction action);  // "opt-in", as packs have it
const std::vector<std::string>& release_action_names();

struct Calendar {
  std::string file;  // relative to the repository's root; "": there is none
  bool anywhere_on_earth = false;
  std::vector<CalendarDate> dates;  // in order
  // The roles that may do each; none: anybody. Who may remove may restore, unless it is said.
  std::vector<std::pair<ReleaseAction, std::vector<std::string>>> by = {};
  Place by_place = {};
  std::size_t exception_days = 0;  // how long after a freeze one may be asked for
  bool issue_first = false;        // no work goes into a release before its tracking issue is there

  const CalendarDate* find(std::string_view id) const;
  const std::vector<std::string>& roles_of(ReleaseAction action) const;
};

// A question that decides whether a proposal may be of a kind.
struct Criterion {
  std::string id;
  std::string question;
};

// Where the number of a new proposal comes from.
enum class Numbering : std::uint8_t { kUnnumbered, kGiven, kNext };

// Where a document goes when it is finished.
struct FinalPlace {
  PathPattern path;
  std::string stage;  // it goes there on reaching this stage
  Place place;
};

// When changing a closed proposal makes another one of it.
struct Rewrite {
  std::size_t lines = 0;    // of text changed at least; 0: never
  std::size_t percent = 0;  // of the text
};

}  // namespace milepost
