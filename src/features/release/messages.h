// The action behind `milepost release messages`: what to post about a freeze, before it is applied
// and after, and that it was posted.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "features/release/freeze_plan.h"
#include "features/release/message_kind.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct MessagesOptions {
  std::string release;
  std::string freeze;
  std::vector<std::string> subjects = {};  // proposals; none: all that there is something to say of
  bool unposted = false;                   // only those that are not posted yet
  bool posted = false;                     // record that they are
  bool dry_run = false;                    // of that: only say what would be recorded
  std::string where = {};                  // they were posted
  std::string actor = {};                  // as claimed
};

struct FreezeMessage {
  std::size_t step = 0;  // of the plan
  MessageKind kind = MessageKind::kReady;
};

struct FreezeMessages {
  FreezePlan plan;
  std::vector<FreezeMessage> messages;
  std::vector<FreezeRow> rows;  // what was recorded of having posted them

  const ReleaseEntry& entry(const FreezeMessage& message) const {
    return plan.view.entries[plan.steps[message.step].entry];
  }
};

// Paths are from the root of the repository: the messages are for people elsewhere.
Result<FreezeMessages> freeze_messages(const Workspace& workspace, const MessagesOptions& options);
// The events that having posted them would record, of those who may.
Result<std::vector<NewEvent>> posted_events(const Workspace& workspace, MessagesOptions options);

}  // namespace milepost::release
