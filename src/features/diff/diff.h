// The use cases behind `milepost diff`: what changed in a proposal between two
// revisions, or since it was approved.
#pragma once

#include <string>

#include "base/result.h"
#include "features/diff/model.h"

namespace milepost::diff {

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

struct ApprovedDiffRequest {
  std::string directory = ".";
  std::string process;
  std::string store;  // where the record is, as --store has it
  std::string subject;
  std::string role;    // "" for any
  std::string person;  // who approved; "" for anybody
};

// From the text that was approved last, which the record keeps, to that of the work
// tree. Metadata of a file of its own is not kept, and not compared.
Result<ProposalDiff> diff_approved(const ApprovedDiffRequest& request);

}  // namespace milepost::diff
