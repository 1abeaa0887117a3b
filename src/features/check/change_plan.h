// What a change touches: the two states it lies between, and which proposals
// differ in them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "git/git.h"
#include "workspace/plan.h"

namespace milepost::check {

// A proposal before and after; not both are null.
struct TouchedProposal {
  const Card* before = nullptr;  // null: it is new
  const Card* after = nullptr;   // null: it is gone

  const std::string& path() const { return after ? after->path : before->path; }
};

struct ChangePlan {
  Workspace::Pointer before;
  Workspace::Pointer after;
  std::vector<GitChange> files;            // paths from the repository's root
  std::vector<TouchedProposal> proposals;  // by path
  std::vector<std::string> notes;
  std::vector<Trouble> troubles;
};

Result<ChangePlan> plan_change(const CheckRequest& request);

}  // namespace milepost::check
