// What the verbs about releases share.
#pragma once

#include <string>

#include "cli/console.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/opened.h"

namespace milepost::release {

// The release that the operand names, at the time of --now or of --as-of.
tl::expected<ReleaseRequest, Complaint> release_request(const Arguments& arguments,
                                                        std::size_t operand = 0);

// Says what was assumed and what could not be read. Whether anything could not.
bool report_view(const ReleaseView& view, Console& console);

}  // namespace milepost::release
