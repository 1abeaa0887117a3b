// What the verbs about releases share.
#pragma once

#include <string>

#include "app/release_desk.h"
#include "cli/console.h"
#include "cli/output.h"
#include "cli/repository_options.h"
#include "cli/verb.h"

namespace milepost {

// The release that the operand names, at the time of --now or of --as-of.
tl::expected<ReleaseRequest, Complaint> release_request(const Arguments& arguments,
                                                        std::size_t operand = 0);

// Says what was assumed and what could not be read. Whether anything could not.
bool report_view(const ReleaseView& view, Console& console);

}  // namespace milepost
