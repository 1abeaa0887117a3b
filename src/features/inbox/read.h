// The action behind `milepost inbox`: what awaits somebody, over all open proposals.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/inbox/model.h"
#include "workspace/workspace.h"

namespace milepost::inbox {

struct InboxOptions {
  std::string person = {};              // somebody or a team, as claimed; "": whom git names
  std::string release = {};             // look at the proposals of this one only; "": at all
  std::vector<std::string> words = {};  // look at these proposals only; none: at all
};

// Fails when nobody says for whom, or there is no such release.
Result<Inbox> read_inbox(const Workspace& workspace, const InboxOptions& options);

}  // namespace milepost::inbox
