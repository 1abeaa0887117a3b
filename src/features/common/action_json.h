// Who did something, and when, as JSON.
#pragma once

#include "render/json_value.h"
#include "store/proposal_state.h"

namespace milepost {

Json action_json(const Action& action);

}  // namespace milepost
