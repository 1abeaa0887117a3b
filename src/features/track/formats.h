// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/track/model.h"
#include "render/text_options.h"

namespace milepost::track {

// With `rules`, also what the process says of each item, label and status.
std::string render_tracker_text(const TrackerPage& page, const TextOptions& options, bool rules);
std::string render_tracker_json(const TrackerPage& page);
std::string render_import_text(const ImportReport& report);

}  // namespace milepost::track
