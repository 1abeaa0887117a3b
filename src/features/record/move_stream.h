// The use case behind `store move`: what is recorded of a proposal follows it to another
// name, when its files were moved or it got another number.
#pragma once

#include <string>

#include "base/result.h"
#include "workspace/workspace.h"

namespace milepost::record {

struct StreamMoveOptions {
  std::string from;    // a number or path that is no proposal's any more
  std::string to;      // a proposal
  std::string person;  // who does it, as claimed; "": whom git names
  bool dry_run = false;
};

struct StreamMove {
  std::string from, to;  // numbers, or paths from the repository's root
  std::string title, person;
  std::size_t events = 0;
};

// Fails when the old name is still a proposal's, or nothing is recorded of it.
Result<StreamMove> move_stream(const Workspace& workspace, const StreamMoveOptions& options);

}  // namespace milepost::record
