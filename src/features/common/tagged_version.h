// A version of a proposal as a client is told of it, with the last that is recorded of it: what is
// decided upon the tag is recorded only while that is the last.
#pragma once

#include <string>

#include "base/result.h"
#include "proposal/card.h"
#include "store/upon_seen.h"
#include "workspace/workspace.h"

namespace milepost {

struct TaggedVersion {
  std::string tag;  // as proposal_tag() has it
  LastEvent last;
};
Result<TaggedVersion> tagged_version(const Workspace& workspace, const Card& card);

}  // namespace milepost
