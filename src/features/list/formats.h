// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/list/model.h"
#include "render/text_options.h"

namespace milepost::list {

std::string render_listing_text(const Listing& listing, const TextOptions& options);
std::string render_listing_json(const Listing& listing);
std::string render_listing_csv(const Listing& listing, bool for_terminal);
std::string render_listing_markdown(const Listing& listing);

}  // namespace milepost::list
