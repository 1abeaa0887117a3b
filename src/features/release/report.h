// The actions behind `milepost release report`, `notes` and `rollover`.
#pragma once

#include "base/result.h"
#include "features/release/context.h"
#include "features/release/model.h"

namespace milepost::release {

// How the release stands, and what changed in a week. That is left out, and a note says
// why, when git does not know how it was.
Result<ReleaseReport> report_release(const Workspace& workspace, const ReleaseOptions& options);

// A line for each proposal that may go into the release: its tracking issue's description, else its
// title with a sentence of its summary that says what users get.
Result<ReleaseNotes> note_release(const Workspace& workspace, const ReleaseOptions& options);

// What is left to do when the release is out.
Result<Rollover> roll_over(const Workspace& workspace, const ReleaseOptions& options);

}  // namespace milepost::release
