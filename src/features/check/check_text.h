// Checking a text that is in no file: what an editor or a page sends. Nothing is stored.
#pragma once

#include <string>

#include "base/result.h"
#include "features/findings/model.h"
#include "workspace/workspace.h"

namespace milepost::check {

struct TextOptions {
  std::string text;
  // What the text is, or is to become, from the root; "" for a document on its own. At the path of
  // a proposal it is checked in its place, with the metadata that lies beside it.
  std::string path = {};
  std::string kind = {};
  std::string stage = {};  // as if it were at this stage
};

// Fails when the path leads out of the repository, or there is no such kind or stage.
Result<findings::Run> check_text(const Workspace& workspace, const TextOptions& options);

}  // namespace milepost::check
