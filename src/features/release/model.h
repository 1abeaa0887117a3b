// A release and the proposals that are to be in it, for people and programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/read_error.h"
#include "features/release/freeze_state.h"
#include "gates/gate.h"
#include "proposal/proposal_ref.h"

namespace milepost::release {

// A date of the calendar, as a release has it.
struct ReleaseDate {
  std::string id, title;
  bool deadline = false;
  bool freeze = false;  // proposals are held against a gate by then
  std::optional<Instant> at;
};

struct ReleaseCalendar {
  std::string release;
  bool anywhere_on_earth = false;
  std::vector<ReleaseDate> dates;  // in the order of the process
};

// Where a proposal stands at one freeze.
struct FreezeEntry {
  std::string id, title;
  std::optional<Instant> deadline;  // the proposal's own
  FreezeDue due = FreezeDue::kUnset;
  bool passed = false;
  bool met = false;     // on record
  bool exempt = false;  // left out or restored, on record: the freeze removes it no more
  FreezeState state = FreezeState::kTracked;
  std::vector<Verdict> missing;         // what keeps it from being tracked
  std::vector<Verdict> settled = {};    // what holds, where that is asked for
  std::optional<Action> notified = {};  // the last message about it that was posted
};

// What a proposal does in a release, as its step says. A step back is none of these.
enum class ReleaseKind : std::uint8_t { kNew, kGraduating, kStaying, kDeprecating, kOther };

std::string_view name(ReleaseKind kind);  // "net new"

struct ReleaseEntry {
  std::string stream;  // what its events are kept under
  ProposalRef proposal;
  std::string status, stage;  // as its files have them
  // The step that it makes: from the stage it reached in an earlier release, "" for none, to
  // the one it aims at, "" for a proposal that climbs no ladder.
  std::string from_stage, to_stage;
  std::vector<std::string> authors;
  ReleaseKind kind = ReleaseKind::kOther;
  bool top = false;  // the stage it aims at is the last of its ladder
  bool closed = false;
  bool aims = false;         // its files name the release
  bool uncommitted = false;  // its files are not as the last commit has them, if that was asked
  std::vector<FreezeEntry> freezes;
  std::size_t deciding = 0;  // the freeze that says where it stands
  FreezeState state = FreezeState::kTracked;
  bool admitted = false;     // its work may go into the release
  bool lacks_issue = false;  // which must be there before work is merged
  std::optional<Participation> participation;
  std::vector<ExceptionState> exceptions;
  std::string issue = {};  // the address of its tracking issue, where that is on record

  const FreezeEntry* decisive() const {
    return deciding < freezes.size() ? &freezes[deciding] : nullptr;
  }
};

struct ReleaseView {
  ReleaseCalendar calendar;
  Instant now;
  std::vector<ReleaseEntry> entries;  // by number
  std::vector<std::string> notes;
  std::vector<ReadError> read_errors;

  std::size_t count(FreezeState state) const;
};

// A proposal that stands elsewhere than it did; "" where it was, or is, none of the
// release.
struct ReleaseChange {
  ProposalRef proposal;
  std::string from, to;
};

struct ReleaseReport {
  ReleaseView view;
  std::optional<Date> since;  // nothing: how it was is not known
  std::vector<ReleaseChange> changes;
};

// Where the words of a note are from.
enum class NoteSource : std::uint8_t {
  kDescription,  // of the tracking issue
  kProposed,     // the same, and nobody has confirmed it
  kSummary,      // a sentence of the proposal's summary, after its title
  kTitle,
};

std::string_view name(NoteSource source);  // "description"

struct ReleaseNote {
  ProposalRef proposal;
  std::string stage;
  std::string text;  // one sentence
  NoteSource source = NoteSource::kTitle;
};

struct ReleaseNotes {
  std::string release;
  std::vector<std::string> stages;  // in the order of the ladders, the most finished first
  std::vector<ReleaseNote> notes;
  std::vector<ReadError> read_errors = {};  // of the proposals
};

// What is left to do when a release is out.
struct Rollover {
  std::string release;
  std::optional<Instant> out;  // when it is, or was, released; nothing: not known
  Instant now;
  std::string next;                    // the release after it; "" when the calendar has none
  std::string finished_status;         // that finished proposals get: "implemented"
  std::vector<ReleaseEntry> finished;  // at the top of their ladder and still open
  struct LeftBehind {
    ReleaseEntry entry;
    std::string stage, to;  // what it is to aim at instead; `to` is "" when that is not known
  };
  std::vector<LeftBehind> left_behind;  // whose files name the release they are not in
  std::size_t opt_ins = 0;              // that end with the release
};

}  // namespace milepost::release
