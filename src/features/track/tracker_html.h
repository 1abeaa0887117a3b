// The items of a tracking issue to tick, as values of web/tracking_panel.html.
#pragma once

#include <string>

#include "features/common/route.h"
#include "features/track/model.h"
#include "render/json_value.h"

namespace milepost::track {

// `tag` is that of the proposal, for forms.
Json tracker_html(const Visit& visit, const TrackerPage& page, const std::string& tag);

}  // namespace milepost::track
