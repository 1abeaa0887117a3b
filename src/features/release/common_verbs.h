// What the verbs about releases share.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/context.h"
#include "features/release/model.h"

namespace milepost::release {

// What a verb about a release works on.
struct OpenedRelease {
  Workspace::Pointer workspace;  // at the time of --now or of --as-of
  std::string release;           // that the operand names; "" when there is no such operand
};

tl::expected<OpenedRelease, UsageError> open_release(const Arguments& arguments,
                                                     std::size_t operand = 0,
                                                     Access access = Access::kRead);

// A proposal of several that nothing was recorded of, and why.
struct RefusedRow {
  std::string called, why;
};

// Says which of so many were refused. The exit status: 0 none, 1 some, 2 all of them.
int report_refused(const std::vector<RefusedRow>& refused, std::size_t of, bool dry_run,
                   Console& console);

// Says what was assumed and what could not be read. Whether anything could not.
bool report_view(const ReleaseView& view, Console& console);

}  // namespace milepost::release
