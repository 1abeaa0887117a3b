// The page about one proposal, as values of web/proposal.html.
#pragma once

#include <string>

#include "features/common/route.h"
#include "features/show/document_html.h"
#include "features/show/proposal_view.h"
#include "render/json_value.h"

namespace milepost::show {

// `document` is its text, null where there is none to be read. `done` is what was just recorded, by
// the word that forms answer with.
Json proposal_html(const Visit& visit, const ProposalView& view, const DocumentHtml* document,
                   const std::string& done);

// How the sections stand, one line for each with how deep it stands: for the contents. Of deep ones
// only what is to be written is told, beside the one they stand under.
Json contents_html(const std::vector<ContentsLine>& contents);

}  // namespace milepost::show
