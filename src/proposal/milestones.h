// What a proposal's metadata says about releases: the one it was last worked on
// for, and the one in which it reached, or is to reach, each stage.
#pragma once

#include <optional>
#include <string_view>

#include "base/version.h"
#include "proposal/metadata.h"

namespace milepost {

// A release as written, and where. What is unset, or no version, is none.
struct Milestone {
  Version version;
  Span span;
};

std::optional<Milestone> latest_milestone(const Process& process, const Metadata& metadata);
std::optional<Milestone> milestone_of(const Process& process, const Metadata& metadata,
                                      std::string_view stage);

// The value under the stage, whatever it says; nullptr when there is none.
const YamlNode* find_milestone(const Process& process, const Metadata& metadata,
                               std::string_view stage);

// The release that counts at a stage: the stage's own, else the latest.
std::optional<Milestone> milestone_at(const Process& process, const Metadata& metadata,
                                      std::string_view stage);

}  // namespace milepost
