// How a file of configuration, milepost.yaml or a pack's process.yaml, differs from what it was.
//
// The values are compared, key by key: comments and the order of keys say nothing. What is not
// known to ask as much as before is taken to ask less, so that a key that packs get later is
// guarded from its first day.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/source.h"
#include "rules/process_change.h"

namespace milepost {

enum class ConfigCompared : std::uint8_t {
  kAll,       // every key
  kUnloaded,  // not those that process_changes() compares as they are loaded
};

// `before` is null when the file is new.
std::vector<ProcessChange> config_changes(const Source* before,
                                          const std::shared_ptr<const Source>& after,
                                          ConfigCompared compared);

}  // namespace milepost
