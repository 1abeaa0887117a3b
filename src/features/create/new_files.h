// The files of a new proposal, made and checked in memory.
#pragma once

#include "features/create/model.h"
#include "features/create/new_text.h"
#include "workspace/workspace.h"

namespace milepost::create {

// Where a new document goes; see Layout::new_paths.
const PathPattern& new_path(const Repository& repository);

// Fails when something is there already, or the proposal would be wrong from the
// start.
Result<NewFiles> build_new_files(const Workspace& workspace, const Kind& kind,
                                 const NewFacts& facts);

}  // namespace milepost::create
