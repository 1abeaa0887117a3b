// All that the page about one proposal shows, gathered: what a reader asks for in one look.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/common/host_links.h"
#include "features/graph/model.h"
#include "features/history/model.h"
#include "features/log/log.h"
#include "features/move/model.h"
#include "features/review/given_approvals.h"
#include "features/show/model.h"
#include "features/track/model.h"

namespace milepost::show {

struct ProposalView {
  ProposalPage page;
  std::string tag;  // which version of it this is
  Instant now;
  HostLinks host;
  std::string edit_metadata;  // where it is edited; "" where that is not known
  std::optional<move::GateRun> gate;
  std::string no_gate;  // why it could not be judged
  std::vector<review::GivenApproval> approvals;
  ProposalState state;  // what is recorded
  std::optional<track::TrackerPage> tracker;
  std::string no_tracker;  // why there is none; "" where the process has no tracking
  std::optional<history::Timeline> timeline;
  std::optional<log::Log> log;
  std::optional<graph::Graph> graph;  // of what it relates to
  std::size_t versions = 0;           // that git has
  std::optional<Instant> changed;     // last, by git
};

// `to` is the status or stage whose gate is asked for; "" for what the proposal is at
// (release/at_work.h). What cannot be known, such as history where there is no git, is left out.
// Of what happened to it, the latest `most_entries` alone.
Result<ProposalView> view_proposal(const Workspace& workspace, const std::string& subject,
                                   const std::string& to,
                                   std::size_t most_entries = log::Slice{}.most);

}  // namespace milepost::show
