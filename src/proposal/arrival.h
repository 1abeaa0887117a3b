// In which release a proposal came to a stage: what its metadata says today, held
// against what it said when the stage was set, as git knows it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/version.h"
#include "proposal/facts.h"
#include "proposal/metadata.h"

namespace milepost {

struct Arrival {
  Version release;
  std::string evidence;  // "by git, since 2025-03-01", where git says more than the metadata
};

// The later of the two, when they differ: a plan that slipped is often not corrected.
std::optional<Arrival> arrival_at(const Process& process, const Metadata& metadata,
                                  const Facts& facts, const Card& card, std::string_view stage);

// "2 releases in beta (v1.33 to v1.35)".
std::string time_text(std::size_t releases, std::string_view stage, const Arrival& arrival,
                      const Version& to);

}  // namespace milepost
