// What is done at a freeze, and undone, for people and programs.
#pragma once

#include <string>

#include "features/release/freeze_plan.h"
#include "features/release/undo.h"
#include "render/text_options.h"

namespace milepost::release {

std::string render_freeze_text(const FreezePlan& plan, const TextOptions& options);
std::string render_freeze_json(const FreezePlan& plan);
std::string render_undo_text(const FreezeUndo& undo);
std::string render_undo_json(const FreezeUndo& undo);

}  // namespace milepost::release
