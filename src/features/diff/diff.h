// The use cases behind `milepost diff`: what changed in a proposal between two
// revisions, or since it was approved.
#pragma once

#include <string>

#include "base/instant.h"
#include "base/result.h"
#include "features/diff/model.h"
#include "workspace/workspace.h"

namespace milepost::diff {

struct DiffOptions {
  std::string subject;  // a number, path or name, in either revision
  std::string from;
  std::string to;  // "" for the work tree, or HEAD of a bare repository
};

// The workspace of the files, and the process, that the newer revision has. Fails also when one
// of the revisions is not there.
Result<Workspace::Pointer> open_newer(WorkspaceOptions options, Instant now,
                                      const DiffOptions& compared);

// Compares the files of `newer`, which is opened by open_newer(), with those of the older revision.
// The proposal is looked for on the other side by its path, its number and its title,
// then by following its file through the commits between. Fails when it is on one side
// only.
Result<ProposalDiff> diff_proposal(const Workspace& newer, const DiffOptions& options);

struct ApprovedDiffOptions {
  std::string subject;
  std::string role;    // "" for any
  std::string person;  // who approved; "" for anybody
};

// From the text that was approved last, which the record keeps, to that of the work
// tree. Metadata of a file of its own is not kept, and not compared.
Result<ProposalDiff> diff_approved(const Workspace& workspace, const ApprovedDiffOptions& options);

}  // namespace milepost::diff
