// A tracking issue on a page: how its items stand, who may tick them, and who is
// waited for.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "features/track/issue_merge.h"
#include "features/track/list_drift.h"
#include "features/track/tracker_rules.h"
#include "gates/tracker.h"
#include "proposal/proposal_ref.h"

namespace milepost::track {

struct TrackerPage {
  std::shared_ptr<const void> kept;  // what the rest points into
  ProposalRef proposal;
  std::string status, stage, release;
  ProposalState state;
  std::shared_ptr<const Issue> issue;
  std::string status_label, tracker_status;
  Tracker tracker;
  std::vector<std::string> who;             // may tick: parallel to the tracker's items
  std::vector<std::string> request_titles;  // of the roles: parallel to its requests
  std::vector<TrackerRule> rules;
  std::vector<ListDrift> drifts;
  std::vector<Action> comments;  // when they were asked for
};

// What became of an import.
struct ImportReport {
  IssueMerge merge;
  std::vector<std::pair<std::string, std::string>> refused;  // the item's key, and why
  std::vector<std::string> taken;                            // what was recorded, in words
  bool written = false;
};

}  // namespace milepost::track
