// What the process says of a tracking issue, in words: who ticks each item and what
// comes first, who sets the labels and the status, what fills the placeholders. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gates/tracker.h"

namespace milepost::track {

enum class RuleOf : std::uint8_t { kItem, kLabel, kStatus, kPlaceholder, kIssue };

std::string_view name(RuleOf of);  // "item"

struct TrackerRule {
  RuleOf of;
  std::string name;  // the item's key, the label, the value of the status, the word
  std::string text;
};

// Of the items in their order, then of the rest.
std::vector<TrackerRule> tracker_rules(const TrackerInput& input, const Tracker& tracker);

}  // namespace milepost::track
