// What the verbs of tracking issues share.
#pragma once

#include <string>

#include "cli/console.h"
#include "cli/options.h"
#include "features/common/verbs.h"
#include "features/track/track.h"

namespace milepost::track {

inline constexpr Option kTrackReleaseOption{
    "--release", "", "RELEASE",
    "the release whose sign-off list is meant (the proposal's latest milestone)"};
inline constexpr Option kTrackCommentOption{"--comment", "", "TEXT", "a word to go with it"};
inline constexpr Option kTrackDryRunOption{"--dry-run", "", "",
                                           "record nothing, say what would be recorded"};

inline constexpr std::string_view kActionExitStatus =
    "0 recorded, or so already\n1 some that a query finds are refused\n2 could not run, or you may "
    "not";

// For the proposal that the first operand names.
tl::expected<TrackOptions, UsageError> track_options(const Arguments& arguments);

// Says what was recorded, or would be.
int report_outcome(const Result<TrackOutcome>& outcome, const Arguments& arguments,
                   Console& console);

// Whether something went into the record, as opposed to being so already, or only looked at.
bool was_recorded(const Result<TrackOutcome>& outcome, const Arguments& arguments);

}  // namespace milepost::track
