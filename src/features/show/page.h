// The action behind `milepost show`: all there is to know of one proposal.
#pragma once

#include <string>

#include "base/result.h"
#include "features/show/model.h"
#include "workspace/workspace.h"

namespace milepost::show {

// The subject is a number, or the path of a proposal or of a file in it. Fails when there is no
// such proposal, or several.
Result<ProposalPage> make_page(const Workspace& workspace, const std::string& subject);

}  // namespace milepost::show
