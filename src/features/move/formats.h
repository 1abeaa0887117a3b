// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/move/model.h"
#include "render/text_options.h"

namespace milepost::move {

// One proposal in full, or a line for each.
std::string render_gates_text(const GateRun& run, const TextOptions& options);
// One object, or an array of them.
std::string render_gates_json(const GateRun& run);

}  // namespace milepost::move
