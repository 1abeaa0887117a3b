// People and groups as JSON. Included only by the sources that write JSON.
#pragma once

#include "features/people/people.h"
#include "render/json_value.h"

namespace milepost::people {

// How much there is, without naming it.
Json person_line(const Person& person);
Json group_line(const Group& group);
Json person_json(const Person& person);
Json group_json(const Group& group);

}  // namespace milepost::people
