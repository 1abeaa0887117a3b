// Which proposals concern many groups, for the rules on who has a say in them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/strings.h"
#include "process/process.h"
#include "proposal/card.h"

namespace milepost {

// Those that take part beside the proposal's own.
inline std::vector<std::string> other_groups(const Card& card) {
  std::vector<std::string> others;
  for (const std::string& group : card.participating_groups) {
    if (!equal_ignoring_case(group, card.group)) others.push_back(group);
  }
  return others;
}

inline bool concerns_many(const Process& process, const Card& card) {
  const std::size_t many = process.cross_cutting.groups;
  return many > 0 && other_groups(card).size() >= many;
}

// The group that looks after such proposals has a part in it.
inline bool is_overseen(const Process& process, const Card& card) {
  const std::string& group = process.cross_cutting.group;
  return equal_ignoring_case(card.group, group) ||
         std::ranges::any_of(card.participating_groups, [&](const std::string& other) {
           return equal_ignoring_case(other, group);
         });
}

}  // namespace milepost
