// How features that are not yet given a workspace get one.
#pragma once

#include "base/result.h"
#include "workspace/plan_request.h"
#include "workspace/workspace.h"

namespace milepost {

using Plan = Selection;

// Fails when nothing can be done: no process, a wrong pack, an unknown rule.
Result<Plan> make_plan(const CheckRequest& request);

// The plan of one proposal, which the only path of the request names.
Result<Plan> plan_one(const CheckRequest& request);

Result<Plan> plan_documents(const CheckRequest& request);

WorkspaceOptions workspace_options(const CheckRequest& request);
// The workspace a request means.
Result<Workspace::Pointer> open_workspace(const CheckRequest& request);

}  // namespace milepost
