// The action behind `milepost show`: all there is to know of one proposal.
#pragma once

#include <string>

#include "base/result.h"
#include "features/show/model.h"
#include "workspace/workspace.h"

namespace milepost::show {

// The subject is a number, or the path of a proposal or of a file in it. Fails when there is no
// such proposal, or several, and when its text cannot be read.
Result<ProposalPage> make_page(const Workspace& workspace, const std::string& subject);

// The same where its text cannot be read: then run.read_errors says why, and there are no sections
// and no findings.
Result<ProposalPage> make_page_despite(const Workspace& workspace, const std::string& subject);

// Adds what the record has of its reviews, or a note where that cannot be read: the files can be
// shown all the same.
ProposalPage with_reviews(const Workspace& workspace, const std::string& subject,
                          ProposalPage page);

}  // namespace milepost::show
