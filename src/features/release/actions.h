// What people do about a proposal's part in a release: opt in and out, remove, defer, restore,
// ask for an exception and decide upon it. Each is one event of the record for each
// proposal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/release/decision.h"
#include "process/lifecycle.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct ReleaseActionsOptions {
  std::string release;
  std::vector<std::string> subjects;  // proposals
  ReleaseActionOptions what;
  std::string actor;  // as claimed; "": whom git names
  bool dry_run = false;
};

// Each proposal once. One whose person may not, or for which it is too late or makes no sense, says
// so in its result; the others are recorded. Fails when nothing can be done of any.
Result<std::vector<ReleaseActionResult>> act_on_release(const Workspace& workspace,
                                                        const ReleaseActionsOptions& options);

// Fails when the person may not do this about the proposal, and says who may.
Result<void> check_may(const Workspace& workspace, const Card& card, ReleaseAction action,
                       std::string_view actor);

// The handle of who acts. Fails when nobody says.
Result<std::string> actor_of(const Workspace& workspace, std::string_view claimed);

}  // namespace milepost::release
