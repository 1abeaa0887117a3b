// The use case behind `milepost init`: what a repository begins with.
#pragma once

#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/date.h"
#include "base/result.h"

namespace milepost::create {

struct InitRequest {
  std::string directory = ".";
  std::string process;  // "" to go by what the repository shows
  Date today;           // from which the example of a calendar counts
};

struct InitPlan {
  std::string root;
  std::string process;  // "" when none was named and none is recognised
  std::string how;      // how it was recognised, if it was
  std::vector<FileChange> changes;
  std::vector<std::string> kept;  // files that are there and stay as they are
};

// Only what is not there yet is made: nothing is ever overwritten.
Result<InitPlan> plan_init(const InitRequest& request);

// Makes all of it, or nothing.
Result<void> apply_init(const InitPlan& plan);

}  // namespace milepost::create
