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
// With `all`, also what did not change, and what is nobody's.
std::string render_pulls_text(const PullReport& report, bool all);
// What was not taken, and why; for standard error.
std::string render_pull_errors(const PullReport& report, bool all);
std::string render_pulls_json(const PullReport& report);

}  // namespace milepost::track
