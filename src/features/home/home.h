// Where one begins: the next freeze, what changed lately, how many proposals there are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "proposal/proposal_ref.h"
#include "workspace/workspace.h"

namespace milepost::home {

struct NextFreeze {
  std::string release, title;
  Instant deadline;
};

// A move that git has, or an event of the record.
struct RecentChange {
  Instant time;
  std::string who;        // a handle of the record, or a name of git
  bool recorded = false;  // else it is git's
  ProposalRef proposal;   // empty for what is about none
  std::string what;       // "changed stage alpha → beta", "opted it in to v1.38"
  std::string why;        // what was said with it
};

struct Home {
  Instant now;
  bool has_calendar = false;  // the process has releases
  std::optional<NextFreeze> freeze;
  std::vector<RecentChange> changes;                                // the latest first
  std::vector<std::pair<std::string, std::size_t>> by_status = {};  // in the process's order
  std::size_t proposals = 0;
};

// What cannot be known here, such as what git has of a folder without git, is left out.
Home look_around(const Workspace& workspace);

}  // namespace milepost::home
