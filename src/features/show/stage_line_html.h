// The line below a proposal's title: where it began, what it has reached, where it goes.
#pragma once

#include "features/show/proposal_view.h"
#include "process/process.h"
#include "render/json_value.h"

namespace milepost::show {

// The stages of its ladder between the status it began with and the one that it ends with; where
// the process has no ladder, the statuses on its way. Each {name, now, done, ended, aims, release,
// day, since, lasted}: `ended` is where it went instead.
Json stage_line_html(const Process& process, const ProposalView& view);

}  // namespace milepost::show
