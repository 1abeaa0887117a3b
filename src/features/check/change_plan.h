// What a change touches: the states before and after it, and which proposals differ in them.
#pragma once

#include <string>
#include <vector>

#include "features/check/change_ends.h"

namespace milepost::check {

// A proposal before and after; not both are null.
struct TouchedProposal {
  const Card* before = nullptr;  // null: it is new
  const Card* after = nullptr;   // null: it is gone

  const std::string& path() const { return after ? after->path : before->path; }
};

struct ChangePlan {
  const Workspace& after;  // which outlives the plan
  Workspace::Pointer before = {};
  std::vector<GitChange> files = {};            // paths from the repository's root
  std::vector<TouchedProposal> proposals = {};  // by path
  std::vector<ReadError> read_errors = {};
};

// Of the proposals that the words mean; without words, of all.
Result<ChangePlan> plan_change(const Workspace& after, const ChangeEnds& ends,
                               const std::vector<std::string>& words);

}  // namespace milepost::check
