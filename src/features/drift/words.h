// What the comparisons of drift share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "features/drift/drift.h"
#include "proposal/milestones.h"

namespace milepost::drift {

inline constexpr std::string_view kTheRecord = "the record";

// A value of the metadata, with its key: "stage: beta".
DriftSide metadata_side(const DriftInput& input, Span span, std::string says);
// The stage; where the metadata does not say it, its first line.
DriftSide stage_side(const DriftInput& input);
DriftSide status_side(const DriftInput& input);
DriftSide record_side(std::string says);

// "approved by @jane on 2026-01-30"
std::string with_action(std::string_view what, const Action& action);

// "stage: beta" in keps/…/kep.yaml:12.
remedy::EditFields set_field(const Spot& spot, std::string_view key, std::string_view value);
// Whether the stage in force comes with the new release, or came with the old one.
enum class MovedStage : std::uint8_t { kToo, kStays };

// The edit that makes the metadata name the new release where it names the old one: as the
// latest milestone, and as that of the stage in force.
remedy::EditFields set_milestone(const DriftInput& input, const Version& from, const Version& to,
                                 MovedStage stage = MovedStage::kToo);

// Whether the release is out; nothing when the calendar does not say.
std::optional<bool> is_out(const DriftInput& input, const Version& version);

}  // namespace milepost::drift
