// The history of proposals, for people and programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "proposal/proposal_ref.h"

namespace milepost::history {

struct TimelineEntry {
  Date day;
  std::string what;  // "provisional", "→ beta"
  std::string author;
  std::string commit;
  std::string release;
  std::optional<int> days;    // since the move before
  std::optional<int> median;  // of all proposals that made the same move
  bool back = false;          // a step down
  bool first = false;
  std::optional<Date> template_of;  // of which day it is, where it is another than before
};

// A status or stage the proposal had from a day to another.
struct TimelineTenure {
  std::string value;
  Date from, until;
};

struct Timeline {
  ProposalRef proposal;  // its path is from the root, as git has it
  std::vector<TimelineEntry> entries;
  std::string state;  // "beta"
  int days_in_state = 0;
  std::optional<int> longer_than;  // percent of the proposals that have left the state
  // Releases since the one of its stage, where they are too many.
  std::optional<std::size_t> releases_in_state;
  bool over = false;    // it is closed, or deleted
  std::string deleted;  // the day, when it was
  Date today;
  std::vector<TimelineTenure> statuses, stages;
  std::vector<std::string> notes;
};

struct MoveLine {
  ProposalRef proposal;  // its path is the one it had then
  std::string field, from, to, commit, author;
  Date day;
};

struct MoveList {
  std::vector<MoveLine> moves;
  std::vector<std::string> notes;
};

}  // namespace milepost::history
