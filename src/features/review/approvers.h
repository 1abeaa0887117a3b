// Whose approvals stand: those of the record whose text is unchanged, and those that
// review files name.
#pragma once

#include <set>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "workspace/workspace.h"

namespace milepost::review {

struct Approvers {
  bool recorded = false;  // there is a record
  // Handles in lower case, by the proposal's stream.
  std::unordered_map<std::string, std::set<std::string>> by_stream;
};

// Fails when there is neither a record nor a review that has files.
Result<Approvers> read_approvers(const Workspace& workspace);

}  // namespace milepost::review
