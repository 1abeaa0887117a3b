// What the branch that others build on has of a proposal: that of the place the clone comes
// from, else the one that is checked out. Without git nothing is merged.
#pragma once

#include "store/proposal_state.h"
#include "workspace/workspace.h"

namespace milepost {

// Whether the proposal is there. What somebody recorded of its pull request counts first.
bool is_text_merged(const Workspace& workspace, const Card& card, const ProposalState& state);

// Whether its metadata is there as it is here.
bool is_metadata_merged(const Workspace& workspace, const Card& card);

}  // namespace milepost
