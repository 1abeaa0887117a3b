// The use case behind `milepost inbox`: what awaits somebody, over all open proposals.
#pragma once

#include <string>

#include "base/instant.h"
#include "base/result.h"
#include "features/inbox/model.h"

namespace milepost::inbox {

struct InboxRequest {
  std::string directory = ".";
  std::string process;
  std::string store;    // the record's address; "": the repository's own
  std::string person;   // somebody or a team, as claimed; "": whom git names
  std::string release;  // look at the proposals of this one only; "": at all
  Instant now;
  int jobs = 0;
};

// Fails when nobody says for whom, or there is no such release.
Result<Inbox> read_inbox(const InboxRequest& request);

}  // namespace milepost::inbox
