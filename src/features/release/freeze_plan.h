// What is done at a freeze: which proposals have met it, which are removed, and what to
// tell their authors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "features/release/model.h"

namespace milepost::release {

enum class FreezeAction : std::uint8_t {
  kKeep,     // it met the freeze, which is recorded
  kRemove,   // it did not
  kWait,     // an exception is asked for, or gives it more time
  kNothing,  // it is decided already
  kExcept,   // it did not, and is left out
};

std::string_view name(FreezeAction action);  // "remove"

struct FreezeStep {
  std::size_t entry = 0;  // of the view
  FreezeAction action = FreezeAction::kNothing;
  std::string why = {};       // of what is left out: why, and since when
  std::string deciders = {};  // upon an exception: "a release lead (@nquist)"
};

// What applying a freeze, or undoing it, records of one proposal.
struct FreezeRow {
  ProposalRef proposal;
  std::string kind = {};     // of the event: "removed"
  std::string text = {};     // "removed from v1.38 (PRR freeze: missing prr)"
  std::string refused = {};  // why nothing is recorded; "": it is
};

// The date of a freeze moved to a later day after proposals were removed at it.
struct Slip {
  std::string id, title;  // of the freeze
  Instant deadline;
  std::vector<ProposalRef> removed;  // at the earlier date
  std::vector<ProposalRef> back;     // those of them that are ready, or have time again
  std::size_t met = 0;               // on record, which stays
};

// Where the repository is shown on the web; its address is "" where that is not known.
struct Site {
  std::string address = {};  // without a slash at the end
  std::string folder = {};   // the repository's root below git's; "" for the same
  bool has_issues = false;   // a proposal's number is that of its tracking issue
};

struct FreezePlan {
  ReleaseView view;
  std::string id, title;             // of the freeze
  std::size_t freeze = 0;            // its place among the freezes of an entry
  std::optional<Instant> deadline;   // of the release
  std::optional<Instant> ask_until;  // exceptions may be asked for before then
  std::vector<FreezeStep> steps;
  bool applied = false;
  bool dry_run = false;         // only shows what applying would record
  std::vector<FreezeRow> rows;  // of applying
  std::optional<Slip> slip = {};
  Site site = {};

  bool passed() const { return deadline && !(view.now < *deadline); }
};

// What to do about one proposal.
FreezeAction action_for(const ReleaseEntry& entry, const FreezeEntry& freeze);

}  // namespace milepost::release
