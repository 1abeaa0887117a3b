// The action behind `milepost init`: what a repository begins with.
#pragma once

#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"
#include "workspace/workspace.h"

namespace milepost::create {

struct InitOptions {
  std::string process = {};  // "" to go by what the repository shows
};

struct InitPlan {
  std::string root;
  std::string process;  // "" when none was named and none is recognised
  std::string how;      // how it was recognised, if it was
  std::vector<FileChange> changes;
  std::vector<std::string> kept;  // files that are there and stay as they are
  // Of those that stay, files for continuous integration and hooks that do not name milepost.
  std::vector<std::string> without_milepost;
  // The repository's own templates; where it has one, none is made beside it. Kinds without one go
  // by the pack's.
  std::vector<std::string> templates, other_kinds;
};

// Only what is not there yet is made: nothing is ever overwritten. The workspace is opened
// without a process, so that it shows what the repository follows already. The example of a
// calendar counts from its day.
Result<InitPlan> plan_init(const Workspace& workspace, const InitOptions& options);

// Makes all of it, or nothing.
Result<void> apply_init(const InitPlan& plan);

}  // namespace milepost::create
