// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/inbox/model.h"
#include "render/text_options.h"

namespace milepost::inbox {

// What is one task is listed once; with `each`, everything on its own.
std::string render_inbox_text(const Inbox& inbox, const TextOptions& options, bool each = false);
std::string render_inbox_json(const Inbox& inbox);

}  // namespace milepost::inbox
