// What changed in a proposal, as values of web/diff_sections.html and web/diff.html.
#pragma once

#include "features/common/route.h"
#include "features/diff/model.h"
#include "render/json_value.h"

namespace milepost::diff {

// {any, summary, fields, sections}
Json diff_html(const ProposalDiff& diff);

}  // namespace milepost::diff
