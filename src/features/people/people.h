// People and groups, as the files of proposals name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "proposal/proposal_ref.h"
#include "workspace/workspace.h"

namespace milepost::people {

struct Person {
  std::string handle;  // as it is written first; an entry without a handle as it stands
  std::vector<ProposalRef> authors, reviews, approves;
  std::vector<std::string> groups;  // of those proposals
};

struct Group {
  std::string name;
  std::vector<ProposalRef> owns, participates;
  std::vector<std::string> people;  // authors of what it owns
};

// By name, whatever the case.
std::vector<Person> list_people(const Workspace& workspace);
std::vector<Group> list_groups(const Workspace& workspace);
// Fails when no proposal names them.
Result<Person> find_person(const Workspace& workspace, std::string_view handle);
Result<Group> find_group(const Workspace& workspace, std::string_view name);

}  // namespace milepost::people
