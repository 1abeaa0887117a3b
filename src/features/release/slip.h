// A freeze whose date moved to a later day after it had been applied: what it removed is judged
// again.
#pragma once

#include <optional>
#include <string>

#include "features/release/freeze_plan.h"
#include "features/release/view.h"

namespace milepost::release {

// Of a plan whose view judges what is decided, too. Nothing where the date did not move after
// somebody was removed.
std::optional<Slip> find_slip(const FreezePlan& plan);

// "the PRR freeze moved to …: 2 of the 3 proposals that it removed are ready or have time again:
// milepost release restore v1.38 1 2 --reason "…""
std::string slip_text(const Slip& slip, const std::string& release);

// The release as it stands, with notes about the freezes whose dates moved.
Result<ReleaseView> view_with_slips(const Workspace& workspace, const ReleaseOptions& options);

}  // namespace milepost::release
