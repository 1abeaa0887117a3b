// What one proposal lacks at the freezes of a release.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/plan.h"
#include "app/release_desk.h"
#include "app/stored_record.h"
#include "gates/gate.h"

namespace milepost {

// The condition that somebody says the proposal is to be in the release.
inline constexpr std::string_view kOptInCondition = "opt-in";

// For each freeze, what closes its gate, by the files of the task and a record that may
// be older than the desk's. The document is read once.
std::vector<std::vector<Verdict>> judge_freezes(const ReleaseDesk& desk, const Task& task,
                                                std::span<const CalendarDate* const> freezes,
                                                const StoredRecord& record, Instant now);

// Something that is missing and is no condition of a gate.
Verdict missing_verdict(std::string_view id, std::string message, std::string how = {});

}  // namespace milepost
