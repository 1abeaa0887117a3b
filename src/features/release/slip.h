// A freeze whose date moved to a later day after it had been applied: what it removed is judged
// again. Pure.
#pragma once

#include <optional>
#include <string>

#include "features/release/freeze_plan.h"

namespace milepost::release {

// Whether a freeze removed it that has a later deadline now than when that was done.
bool is_removed_early(const ReleaseEntry& entry, const std::string& freeze, Instant deadline);

// Of a plan whose view judges what is decided, too. Nothing where the date did not move after
// somebody was removed.
std::optional<Slip> find_slip(const FreezePlan& plan);

// "the PRR freeze moved to …: 2 of the 3 proposals that it removed are ready or have time again:
// milepost release restore v1.38 1 2 --reason "…""
std::string slip_text(const Slip& slip, const std::string& release);

}  // namespace milepost::release
