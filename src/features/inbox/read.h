// The action behind `milepost inbox`: what awaits somebody, over all open proposals.
#pragma once

#include <memory>
#include <optional>
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

// What is asked of anybody. Reading it judges every open proposal; taking what awaits somebody from
// it does not. It is good for the workspace that it was read of; threads may share it.
struct OpenItems {
  struct OfProposal {
    const Selected* selected = nullptr;   // of the selection
    std::optional<Instant> changed = {};  // as far as git knows
    std::vector<InboxItem> items = {};
  };
  std::shared_ptr<const Selection> selection;
  std::string release;  // the only one looked at; "" for whatever awaits
  std::vector<OfProposal> proposals;
  std::vector<ReadError> read_errors;
};

// Of the proposals of one release, or of those that words name; "" and none: of all. Fails when
// there is no such release.
Result<OpenItems> read_open_items(const Workspace& workspace, const std::string& release = {},
                                  const std::vector<std::string>& words = {});

// What of it awaits somebody or a team. Fails when nobody says whom.
Result<Inbox> inbox_of(const Workspace& workspace, const OpenItems& open,
                       const std::string& person);

// Both, for one who asks once.
Result<Inbox> read_inbox(const Workspace& workspace, const InboxOptions& options);

}  // namespace milepost::inbox
