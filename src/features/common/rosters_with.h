// Which rosters somebody is on: what they may do follows from that.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "workspace/workspace.h"

namespace milepost {

// Of the process, then of groups: "prr-approvers", "leads/sig-node".
inline std::vector<std::string> rosters_with(const Workspace& workspace,
                                             const std::string& handle) {
  const Rosters& rosters = workspace.facts().rosters();
  std::set<std::string> groups;
  for (const Card& card : workspace.index().cards) {
    if (!card.group.empty()) groups.insert(card.group);
    groups.insert(card.participating_groups.begin(), card.participating_groups.end());
  }
  std::vector<std::string> found;
  for (const RosterSource& roster : workspace.process().rosters) {
    if (rosters.has(roster.id, handle)) found.push_back(roster.id);
    for (const std::string& group : groups) {
      const std::string part = Rosters::of_group(roster.id, group);
      if (part != roster.id && rosters.knows(part) && rosters.has(part, handle)) {
        found.push_back(part);
      }
    }
  }
  return found;
}

}  // namespace milepost
