// Who does what, and what groups own: from the metadata of proposals, the rosters and the record.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/proposal_state.h"
#include "workspace/workspace.h"

namespace milepost::people {

// What somebody is named for, in proposals that are open and in all.
struct PersonLoad {
  std::string handle;  // as it is written first
  std::size_t authored = 0, reviews = 0, approves = 0;
  std::size_t open = 0;  // proposals that are not closed, in any of these roles
};

// Everybody whom proposals name by a handle, those with most to do first.
std::vector<PersonLoad> list_people(const Workspace& workspace);

struct GivenHere {
  const Card* card = nullptr;
  ApprovalState approval;
};

struct Person {
  std::string handle;
  std::vector<const Card*> authored, reviews, approves;  // open ones first
  std::vector<std::string> rosters;                      // that they are on
  std::vector<GivenHere> approvals;                      // the latest first
};

// Nothing of somebody whom neither proposals, rosters nor the record know.
Result<std::optional<Person>> find_person(const Workspace& workspace, const std::string& handle);

struct GroupLoad {
  std::string name;
  std::size_t owned = 0, open = 0, participates = 0;
};

std::vector<GroupLoad> list_groups(const Workspace& workspace);

struct GroupRoster {
  std::string id;  // of the process: "leads"
  std::vector<std::string> names;
};

struct Group {
  std::string name;
  std::vector<const Card*> owned, participates;  // open ones first
  std::vector<GroupRoster> rosters;
};

std::optional<Group> find_group(const Workspace& workspace, const std::string& name);

}  // namespace milepost::people
