// What is done at a freeze, for people and programs, and the messages to post.
#pragma once

#include <string>

#include "features/release/freeze_plan.h"
#include "render/text_options.h"

namespace milepost::release {

// Markdown to post about a proposal; "" when there is nothing to say.
std::string freeze_message(const FreezePlan& plan, const ReleaseEntry& entry, FreezeAction action);

std::string render_freeze_text(const FreezePlan& plan, const TextOptions& options);
std::string render_freeze_json(const FreezePlan& plan);
// The messages alone, each below the number of its proposal.
std::string render_freeze_markdown(const FreezePlan& plan);

}  // namespace milepost::release
