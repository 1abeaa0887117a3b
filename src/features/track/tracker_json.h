// A tracking issue as JSON.
#pragma once

#include "features/track/model.h"
#include "render/json_value.h"

namespace milepost::track {

Json tracker_json(const TrackerPage& page);

}  // namespace milepost::track
