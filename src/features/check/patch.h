// A text with the fixes of its findings applied.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/source.h"

namespace milepost::check {

// A fix may bring out another, such as a table of contents for a new section. After so many rounds
// each must leave fewer findings to fix than any before it: a finding that survives its own fix,
// and fixes that undo each other, would go on for ever.
inline constexpr int kMostFixRounds = 10;

// How many findings of each rule were fixed, by its code.
using FixedRules = std::map<std::string_view, std::size_t>;

struct Patched {
  std::shared_ptr<const Source> source;  // null: there was nothing to fix
  std::size_t fixed = 0;                 // findings
  FixedRules rules = {};                 // the same, by rule
};

// Takes the first fix of each finding that points into the source. One that
// overlaps another is left for the next round.
Patched patch(const std::shared_ptr<const Source>& source, const std::vector<Finding>& findings);

}  // namespace milepost::check
