// The files of web/ that are no templates: stylesheet, scripts, pictures, as they are built in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace milepost::web {

struct Asset {
  std::string_view bytes;
  std::string_view type;
  std::string tag;  // of the bytes, without quotes
};

std::optional<Asset> find_asset(std::string_view path);
std::vector<std::string> asset_names();

// Of all of them together: what stands in addresses after "/assets/", so that browsers may keep
// them for good, those that a script imports, too.
const std::string& assets_version();

}  // namespace milepost::web
