// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/show/model.h"
#include "render/text_options.h"

namespace milepost::show {

std::string render_page_text(const ProposalPage& page, const TextOptions& options);
std::string render_page_json(const ProposalPage& page);

}  // namespace milepost::show
