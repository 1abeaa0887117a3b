// A release and the proposals that are to be in it, for people and programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/trouble.h"
#include "features/release/freeze_state.h"
#include "gates/gate.h"

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
struct FreezeStanding {
  std::string id, title;
  std::optional<Instant> deadline;  // the proposal's own
  bool passed = false;
  bool met = false;  // on record
  FreezeState standing = FreezeState::kTracked;
  std::vector<Verdict> missing;  // what keeps it from being tracked
};

// What a proposal does in a release, as its stage says.
enum class ReleaseKind : std::uint8_t { kNew, kGraduating, kDeprecating, kOther };

std::string_view name(ReleaseKind kind);  // "net new"

struct ReleaseEntry {
  std::string stream;  // what its events are kept under
  std::string number, title, group, path, status, stage;
  std::vector<std::string> authors;
  ReleaseKind kind = ReleaseKind::kOther;
  bool top = false;  // its stage is the last of its ladder
  bool closed = false;
  bool aims = false;  // its files name the release
  std::vector<FreezeStanding> freezes;
  std::size_t deciding = 0;  // the freeze that says where it stands
  FreezeState standing = FreezeState::kTracked;
  bool admitted = false;  // its work may go into the release
  std::optional<PartState> part;
  std::vector<ExceptionState> exceptions;

  // What to call it in a command.
  const std::string& called() const { return number.empty() ? path : number; }
  const FreezeStanding* decisive() const {
    return deciding < freezes.size() ? &freezes[deciding] : nullptr;
  }
};

struct ReleaseView {
  ReleaseCalendar calendar;
  Instant now;
  std::vector<ReleaseEntry> entries;  // by number
  std::vector<std::string> notes;
  std::vector<Trouble> troubles;

  std::size_t count(FreezeState standing) const;
};

}  // namespace milepost::release
