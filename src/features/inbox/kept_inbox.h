// Inboxes as pages see them. What is asked of anybody is read once for each state of the
// repository, whoever asks for theirs.
#pragma once

#include <string>

#include "features/common/route.h"
#include "features/inbox/model.h"

namespace milepost::inbox {

// What awaits somebody or a team; in one release, or at all.
Result<Inbox> kept_inbox(const Visit& visit, const std::string& person,
                         const std::string& release = {});

}  // namespace milepost::inbox
