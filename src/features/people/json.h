// People and groups as JSON. Included only by the sources that write JSON.
#pragma once

#include "features/people/people.h"
#include "render/json_value.h"

namespace milepost::people {

Json people_json(const std::vector<PersonLoad>& people);
Json person_json(const Person& person, const Repository& repository);
Json groups_json(const std::vector<GroupLoad>& groups);
Json group_json(const Group& group, const Repository& repository);

}  // namespace milepost::people
