// Reads the History of a repository out of git.
//
// Trees are compared by their objects' names, so that what did not change is not
// looked at; every blob is read and parsed once.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "git/git.h"
#include "history/history.h"
#include "process/process.h"

namespace milepost {

struct ExtractRequest {
  std::string below;             // the repository's root within the work tree; "" for its top
  std::optional<History> known;  // continue from its last commit, when that is still there
};

// Up to a commit. A file that a partial clone lacks is counted and passed over; a
// commit or folder that is missing fails.
Result<History> extract_history(const Git& git, const Process& process, const Oid& head,
                                ExtractRequest request);

}  // namespace milepost
