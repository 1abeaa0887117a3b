// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/drift/model.h"
#include "render/text_options.h"

namespace milepost::drift {

std::string render_drift_text(const DriftRun& run, const TextOptions& options);
std::string render_drift_json(const DriftRun& run);

}  // namespace milepost::drift
