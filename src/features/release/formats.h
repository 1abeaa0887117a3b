// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/release/model.h"
#include "render/text_options.h"

namespace milepost::release {

std::string render_release_text(const ReleaseView& view, const TextOptions& options);
std::string render_release_json(const ReleaseView& view);

}  // namespace milepost::release
