// The page about one proposal, as values of web/proposal.html.
#pragma once

#include <string>

#include "features/common/route.h"
#include "features/show/proposal_view.h"
#include "render/json_value.h"

namespace milepost::show {

// `done` is what was just recorded, by the word that forms answer with.
Json proposal_html(const Visit& visit, const ProposalView& view, const std::string& done);

// How the sections stand, one line for each with how deep it stands: for the contents.
Json contents_html(const ProposalPage& page);
// The ladder with what was reached when: for the line below the title.
Json stage_line_html(const Process& process, const ProposalView& view);

}  // namespace milepost::show
