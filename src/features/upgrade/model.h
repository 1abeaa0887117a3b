// Proposals brought up to a newer template, or that would be: what was done to
// each, and what is left for a person.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/date.h"
#include "features/upgrade/merge.h"
#include "proposal/proposal_ref.h"

namespace milepost::upgrade {

struct UpgradedProposal {
  ProposalRef proposal;  // its path is that of the document
  std::string from, to;  // versions of the template
  Date from_date, to_date;
  bool changed = false;            // something is to be written
  std::vector<UpgradeStep> steps;  // see upgrade.h

  bool has_conflicts() const {
    return std::ranges::any_of(
        steps, [](const UpgradeStep& step) { return step.act == UpgradeAct::kConflict; });
  }
};

}  // namespace milepost::upgrade
