// The use case behind `milepost diff`: what changed in a proposal between two
// revisions.
#pragma once

#include <string>

#include "base/result.h"
#include "report/section_diff.h"

namespace milepost {

struct DiffRequest {
  std::string directory = ".";
  std::string process;  // a pack's name or folder; "" to recognise it
  std::string subject;  // a number or a path, in either revision
  std::string from;
  std::string to;  // "" for the work tree, or HEAD of a bare repository
};

// The proposal is looked for on the other side by its path, its number and its title,
// then by following its file through the commits between. Fails when it is on one side
// only.
Result<ProposalDiff> diff_proposal(const DiffRequest& request);

}  // namespace milepost
