// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/search/model.h"
#include "render/text_options.h"

namespace milepost::search {

std::string render_search_text(const SearchPage& page, const TextOptions& options);
std::string render_search_json(const SearchPage& page);

}  // namespace milepost::search
